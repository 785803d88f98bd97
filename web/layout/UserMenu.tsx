import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { accountPath, changePasswordPath, loginPath } from "#web/guard.ts";
import styles from "#web/layout/UserMenu.module.css";
import { type SignedInUser, rolesText, useSignedInUser } from "#web/session.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronDown, IconKey, IconLogout, IconUserCircle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The user's name and account actions (spec 000 §2). */
export function UserMenu() {
  const user = useSignedInUser();
  return user ? <SignedInMenu person={user} /> : <GuestMenu />;
}

function SignedInMenu({ person }: { readonly person: SignedInUser }) {
  const messages = useMessages();
  const language = useLanguage();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={styles.person} aria-label={messages("frame.userMenu", { name: person.name })}>
          <Avatar name={person.name} photoUrl={person.photoUrl} />
          <span className={`${styles.names} not-on-phone`}>
            <b dir="auto">{person.name}</b>
            <small dir="auto">{rolesText(person, language)}</small>
          </span>
          <IconChevronDown size={16} aria-hidden="true" className="not-on-phone" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={accountPath} aria-label={messages("frame.account", { name: person.name })}>
          <span className={styles.about}>
            <b dir="auto">{person.name}</b>
            <bdi dir="ltr">{person.email}</bdi>
          </span>
        </Menu.Item>
        <Menu.Divider />
        {person.viewedAs === null && (
          <Menu.Item component={Link} to={changePasswordPath} leftSection={<IconKey size={18} aria-hidden="true" />}>
            {messages("frame.changePassword")}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to="/logout"
          preload={false}
          leftSection={<IconLogout size={18} aria-hidden="true" className="flip" />}
        >
          {messages("frame.logout")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function GuestMenu() {
  const messages = useMessages();
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <IconButton label={messages("frame.guestMenu")}>
          <IconUserCircle size={24} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={loginPath}>
          {messages("frame.login")}
        </Menu.Item>
        <Menu.Item component={Link} to="/register">
          {messages("frame.register")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
