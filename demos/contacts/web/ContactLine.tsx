import { memo, type MouseEvent } from "react";
import type { ContactRow } from "#demos/contacts/contract.ts";
import { fullName, nextBirthday } from "#demos/contacts/rules.ts";
import styles from "#demos/contacts/web/Contacts.module.css";
import type { ContactActions } from "#demos/contacts/web/useContactActions.ts";
import { formatDayMonth } from "#web/formats.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { PaneRow } from "#web/panes/PaneRow.tsx";
import type { RowHandlers } from "#web/panes/useRows.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconStar, IconStarFilled } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ContactLineProps = {
  readonly contact: ContactRow;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** On a phone the boxes come when something is to be selected; a tap then selects. */
  readonly isSelecting: boolean;
  readonly isStarred: boolean;
  /** The day from which the next birthday is shown; null where it is not. */
  readonly birthdayFrom: string | null;
  readonly actions: ContactActions;
  readonly handlers: RowHandlers<ContactRow>;
};

/** One contact in the list. Only the row where the keyboard is can be reached with Tab, and from there its buttons. */
export const ContactLine = memo(function ContactLine(props: ContactLineProps) {
  const { contact, isActive, isOpen, isSelected, isSelecting, isStarred, birthdayFrom, actions, handlers } = props;
  const t = useMessages("contacts");
  const language = useLanguage();
  const tabIndex = isActive ? 0 : -1;
  const name = fullName(contact);
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    <PaneRow row={contact} className={styles.row} {...{ isActive, isOpen, isSelected, isSelecting, handlers }}>
      <span role="gridcell" className={styles.select}>
        <CheckMark
          label={t("row.select", { name })}
          isChecked={isSelected}
          tabIndex={tabIndex}
          onChange={(event) => handlers.onToggle(contact.id, event.nativeEvent as unknown as MouseEvent)}
        />
      </span>
      <span role="gridcell" className={styles.person}>
        <Avatar name={name} size={32} photoUrl={ownPicture(contact.avatar)} />
        <span className={styles.texts}>
          <span dir="auto" className={styles.name}>
            {name}
          </span>
          <span dir="auto" className={styles.role}>
            {[contact.jobTitle, contact.company].filter(Boolean).join(" · ")}
          </span>
        </span>
      </span>
      <span role="gridcell" className={styles.reach}>
        {birthdayFrom !== null && contact.birthday !== null ? (
          <bdi>{formatDayMonth(language, nextBirthday(contact.birthday, birthdayFrom))}</bdi>
        ) : (
          <bdi dir="ltr">{contact.phone ?? contact.email}</bdi>
        )}
      </span>
      <span role="gridcell">
        <IconButton
          size="sm"
          label={t("row.star", { name })}
          isPressed={isStarred}
          tabIndex={tabIndex}
          className={styles.star}
          onClick={() => actions.star([contact], !isStarred)}
        >
          <Star size={16} aria-hidden="true" />
        </IconButton>
      </span>
    </PaneRow>
  );
});

/** With pictures of other sites, these would learn who is looked at. */
export const ownPicture = (avatar: string | null): string => (avatar && /^\/(?!\/)/.test(avatar) ? avatar : "");
