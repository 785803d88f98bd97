import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ContactsUser } from "#demos/contacts/contract.ts";
import { fixedLists } from "#demos/contacts/rules.ts";
import { ContactSidePane } from "#demos/contacts/web/ContactSidePane.tsx";
import styles from "#demos/contacts/web/Contacts.module.css";
import { linkTo } from "#demos/contacts/web/useContacts.ts";
import { BottomSheet } from "#web/ui/BottomSheet.tsx";
import { IconMenu2 } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Where the side pane has no room: its lists in a row, and all of it in a sheet. */
export function ListChips({ user, list }: { readonly user: ContactsUser; readonly list: string }) {
  const t = useMessages("contacts");
  const [isOpen, setOpen] = useState(false);
  const group = user.groups.find(({ id }) => id === list);
  return (
    <>
      <nav className={styles.chips} aria-label={t("pane.label")}>
        <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <IconMenu2 size={16} aria-hidden="true" />
          {t("pane.more")}
        </button>
        {group && (
          <Link {...linkTo(list)} className={styles.chip} aria-current="page">
            <bdi>{group.name}</bdi>
          </Link>
        )}
        {fixedLists.map((each) => (
          <Link key={each} {...linkTo(each)} className={styles.chip} aria-current={each === list ? "page" : undefined}>
            {t(`lists.${each}`)}
          </Link>
        ))}
      </nav>
      <BottomSheet title={t("pane.label")} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ContactSidePane user={user} list={list} onChoose={() => setOpen(false)} />
      </BottomSheet>
    </>
  );
}
