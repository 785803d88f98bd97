import { type ReactNode, type SubmitEvent, useState } from "react";
import { searchKey } from "#base/searchKey.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import styles from "#web/panes/CheckChoices.module.css";
import { IconPlus } from "#web/ui/icons.ts";

type Choice = {
  readonly id: string | number;
  readonly name: string;
  /** How many of the rows have it. */
  readonly count: number;
  readonly mark?: ReactNode;
};

type CheckChoicesProps<Each extends Choice> = {
  readonly choices: readonly Each[];
  /** How many rows there are. */
  readonly rowCount: number;
  readonly nameMax: number;
  readonly searchLabel: string;
  readonly createLabel: (name: string) => string;
  readonly onToggle: (choice: Each) => void;
  readonly onCreate: (name: string) => void;
};

/** What rows of a pane have, such as labels: mixed where only some have one. Typing finds or creates one. */
export function CheckChoices<Each extends Choice>(props: CheckChoicesProps<Each>) {
  const { choices, rowCount, nameMax, searchLabel, createLabel, onToggle, onCreate } = props;
  const [search, setSearch] = useState("");
  const key = searchKey(search);
  const shown = choices.filter(({ name }) => searchKey(name).includes(key));
  const isNew = key !== "" && choices.every(({ name }) => searchKey(name) !== key);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isNew) onCreate(search.trim());
    else if (shown[0]) onToggle(shown[0]);
    setSearch("");
  };
  return (
    <form onSubmit={handleSubmit} className={styles.choices}>
      <input
        className={styles.search}
        data-autofocus
        dir={search === "" ? undefined : "auto"}
        maxLength={nameMax}
        value={search}
        placeholder={searchLabel}
        aria-label={searchLabel}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={styles.list}>
        {shown.map((choice) => (
          <li key={choice.id}>
            <label className={styles.choice}>
              <CheckMark
                label={choice.name}
                isChecked={choice.count === rowCount}
                isMixed={choice.count > 0 && choice.count < rowCount}
                onChange={() => onToggle(choice)}
              />
              {choice.mark}
              <bdi className={styles.title}>{choice.name}</bdi>
            </label>
          </li>
        ))}
        {isNew && (
          <li>
            <button type="submit" className={styles.choice}>
              <IconPlus size={16} aria-hidden="true" />
              <span className={styles.title}>{createLabel(search.trim())}</span>
            </button>
          </li>
        )}
      </ul>
    </form>
  );
}
