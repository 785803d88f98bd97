import type { ContactsUser } from "#demos/contacts/contract.ts";
import type { FullName } from "#demos/contacts/rules.ts";
import type { ContactActions } from "#demos/contacts/web/useContactActions.ts";
import { CheckChoices } from "#web/panes/CheckChoices.tsx";
import { useMessages } from "#web/useMessages.ts";

type GroupChoicesProps = {
  readonly chosen: readonly (FullName & { readonly id: string })[];
  readonly user: ContactsUser;
  readonly actions: ContactActions;
};

/** Groups to put contacts into and take them out of. */
export function GroupChoices({ chosen, user, actions }: GroupChoicesProps) {
  const t = useMessages("contacts");
  const countIn = (ids: readonly string[]) => chosen.filter(({ id }) => ids.includes(id)).length;
  return (
    <CheckChoices
      choices={user.groups.map((group) => ({ ...group, count: countIn(group.contactIds) }))}
      rowCount={chosen.length}
      nameMax={60}
      searchLabel={t("group.search")}
      createLabel={(name) => t("group.create", { name })}
      onToggle={(group) => actions.group(chosen, group, group.count < chosen.length)}
      onCreate={(name) => actions.addGroup(name, { chosen })}
    />
  );
}
