import { type SubmitEvent, useState } from "react";
import { searchKey } from "#base/searchKey.ts";
import type { ContactsUser } from "#demos/contacts/contract.ts";
import type { FullName } from "#demos/contacts/rules.ts";
import styles from "#demos/contacts/web/Contacts.module.css";
import type { ContactActions } from "#demos/contacts/web/useContactActions.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type GroupChoicesProps = {
  readonly chosen: readonly (FullName & { readonly id: string })[];
  readonly user: ContactsUser;
  readonly actions: ContactActions;
};

/** Groups to put contacts into and take them out of; mixed where only some are in one. Typing finds or creates one. */
export function GroupChoices({ chosen, user, actions }: GroupChoicesProps) {
  const t = useMessages("contacts");
  const [search, setSearch] = useState("");
  const key = searchKey(search);
  const shown = user.groups.filter(({ name }) => searchKey(name).includes(key));
  const isNew = key !== "" && user.groups.every(({ name }) => searchKey(name) !== key);
  const countIn = (ids: readonly string[]) => chosen.filter(({ id }) => ids.includes(id)).length;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isNew) actions.addGroup(search.trim(), chosen);
    else if (shown[0]) actions.group(chosen, shown[0], countIn(shown[0].contactIds) < chosen.length);
    setSearch("");
  };
  return (
    <form onSubmit={handleSubmit}>
      <input
        className={styles.choiceSearch}
        data-autofocus
        dir={search === "" ? undefined : "auto"}
        maxLength={60}
        value={search}
        placeholder={t("group.search")}
        aria-label={t("group.search")}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={styles.choices}>
        {shown.map((group) => {
          const having = countIn(group.contactIds);
          return (
            <li key={group.id}>
              <label className={styles.choice}>
                <CheckMark
                  label={group.name}
                  isChecked={having === chosen.length}
                  isMixed={having > 0 && having < chosen.length}
                  onChange={() => actions.group(chosen, group, having < chosen.length)}
                />
                <bdi>{group.name}</bdi>
              </label>
            </li>
          );
        })}
        {isNew && (
          <li>
            <button type="submit" className={styles.choice}>
              <IconPlus size={16} aria-hidden="true" />
              <span>{t("group.create", { name: search.trim() })}</span>
            </button>
          </li>
        )}
      </ul>
    </form>
  );
}
