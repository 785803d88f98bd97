import { Menu } from "@mantine/core";
import { lazy, Suspense } from "react";
import styles from "#web/layout/UserMenu.module.css";
import { rolesText, useSignedInUser } from "#web/session.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronDown, IconUserCircle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const UserMenuItems = lazy(() =>
  import("#web/layout/UserMenuItems.tsx").then((module) => ({ default: module.UserMenuItems })),
);

/** The user's name and account actions (spec 000 §2), or those of a guest. */
export function UserMenu() {
  const messages = useMessages();
  const language = useLanguage();
  const user = useSignedInUser();
  return (
    <Menu position="bottom-end" width={user ? 220 : 180}>
      <Menu.Target>
        {user ? (
          <button type="button" className={styles.person} aria-label={messages("frame.userMenu", { name: user.name })}>
            <Avatar name={user.name} photoUrl={user.photoUrl} />
            <span className={`${styles.names} not-on-phone`}>
              <b dir="auto">{user.name}</b>
              <small dir="auto">{rolesText(user, language)}</small>
            </span>
            <IconChevronDown size={16} aria-hidden="true" className="not-on-phone" />
          </button>
        ) : (
          <IconButton label={messages("frame.guestMenu")}>
            <IconUserCircle size={24} aria-hidden="true" />
          </IconButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <UserMenuItems user={user} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
