import { type SubmitEvent, useState } from "react";
import { searchKey } from "#base/searchKey.ts";
import { type Label, labelColors, type TodoRecord } from "#demos/todo/contract.ts";
import styles from "#demos/todo/web/Choices.module.css";
import { LabelDot } from "#demos/todo/web/LabelDot.tsx";
import { useListActions } from "#demos/todo/web/useListActions.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type LabelChoicesProps = {
  readonly todos: readonly TodoRecord[];
  readonly labels: readonly Label[];
  readonly onToggle: (label: { readonly id: number; readonly title: string }) => void;
};

/** Labels to add and take away; mixed where only some of several to-dos have one. */
export function LabelChoices({ todos, labels, onToggle }: LabelChoicesProps) {
  const t = useMessages("todo");
  const titles = useTitles();
  const { addLabel } = useListActions();
  const [search, setSearch] = useState("");
  const key = searchKey(search);
  const named = labels.map((label) => ({ ...label, title: titles.label(label) }));
  const shown = named.filter(({ title }) => searchKey(title).includes(key));
  const isNew = key !== "" && named.every(({ title }) => searchKey(title) !== key);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isNew) addLabel(search.trim(), labelColors[labels.length % labelColors.length]!);
    else if (shown[0]) onToggle(shown[0]);
    setSearch("");
  };
  return (
    <form onSubmit={handleSubmit} className={styles.choices}>
      <input
        className={styles.search}
        data-autofocus
        dir={search === "" ? undefined : "auto"}
        maxLength={40}
        value={search}
        placeholder={t("choices.labelSearch")}
        aria-label={t("choices.labelSearch")}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={styles.list}>
        {shown.map((label) => {
          const having = todos.filter((todo) => todo.labels.includes(label.id)).length;
          return (
            <li key={label.id}>
              <label className={styles.choice}>
                <CheckMark
                  label={label.title}
                  isChecked={having === todos.length}
                  isMixed={having > 0 && having < todos.length}
                  onChange={() => onToggle(label)}
                />
                <LabelDot color={label.color} />
                <bdi className={styles.title}>{label.title}</bdi>
              </label>
            </li>
          );
        })}
        {isNew && (
          <li>
            <button type="submit" className={styles.choice}>
              <IconPlus size={16} aria-hidden="true" />
              <span className={styles.title}>{t("choices.newLabel", { title: search.trim() })}</span>
            </button>
          </li>
        )}
      </ul>
    </form>
  );
}
