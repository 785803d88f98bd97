import { lazy } from "react";
import { MenuOnDemand } from "#web/layout/MenuOnDemand.tsx";
import styles from "#web/layout/UserMenu.module.css";
import { rolesText, useSignedInUser } from "#web/session.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronDown, IconUserCircle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const UserMenuLayer = lazy(() =>
  import("#web/layout/UserMenuLayer.tsx").then((module) => ({ default: module.UserMenuLayer })),
);

/** The user's name and account actions (spec 000 §2), or those of a guest. */
export function UserMenu() {
  const messages = useMessages();
  const language = useLanguage();
  const user = useSignedInUser();
  return (
    <MenuOnDemand
      popup="menu"
      renderLayer={(props) => <UserMenuLayer user={user} {...props} />}
      renderButton={(props) =>
        user ? (
          <button
            type="button"
            {...props}
            className={styles.person}
            aria-label={messages("frame.userMenu", { name: user.name })}
          >
            <Avatar name={user.name} photoUrl={user.photoUrl} />
            <span className={`${styles.names} not-on-phone`}>
              <b dir="auto">{user.name}</b>
              <small dir="auto">{rolesText(user, language)}</small>
            </span>
            <IconChevronDown size={16} aria-hidden="true" className="not-on-phone" />
          </button>
        ) : (
          <IconButton {...props} label={messages("frame.guestMenu")}>
            <IconUserCircle size={24} aria-hidden="true" />
          </IconButton>
        )
      }
    />
  );
}
