import { Link } from "@tanstack/react-router";
import type { ContactsUser } from "#demos/contacts/contract.ts";
import { fixedLists } from "#demos/contacts/rules.ts";
import { ContactSidePane } from "#demos/contacts/web/ContactSidePane.tsx";
import { linkTo } from "#demos/contacts/web/useContacts.ts";
import { paneChip, PaneChips } from "#web/panes/PaneChips.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Where the side pane has no room. */
export function ListChips({ user, list }: { readonly user: ContactsUser; readonly list: string }) {
  const t = useMessages("contacts");
  const group = user.groups.find(({ id }) => id === list);
  return (
    <PaneChips
      label={t("pane.label")}
      moreLabel={t("pane.more")}
      renderPane={(onChoose) => <ContactSidePane user={user} list={list} onChoose={onChoose} />}
    >
      {group && (
        <Link {...linkTo(list)} className={paneChip} aria-current="page">
          <bdi>{group.name}</bdi>
        </Link>
      )}
      {fixedLists.map((each) => (
        <Link key={each} {...linkTo(each)} className={paneChip} aria-current={each === list ? "page" : undefined}>
          {t(`lists.${each}`)}
        </Link>
      ))}
    </PaneChips>
  );
}
