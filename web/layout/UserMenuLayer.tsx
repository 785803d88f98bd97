import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { accountPath, changePasswordPath, loginPath } from "#web/guard.ts";
import { type MenuLayerProps, useOpenAtOnce } from "#web/layout/MenuOnDemand.tsx";
import styles from "#web/layout/UserMenu.module.css";
import type { SignedInUser } from "#web/session.tsx";
import { IconKey, IconLogout } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type UserMenuLayerProps = MenuLayerProps & { readonly user: SignedInUser | null };

/** The button with its opened menu. */
export function UserMenuLayer({ user, renderButton }: UserMenuLayerProps) {
  const { isOpen, setOpen, ref } = useOpenAtOnce();
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={user ? 220 : 180}>
      <Menu.Target>{renderButton({ ref })}</Menu.Target>
      <Menu.Dropdown>
        <Items user={user} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** What users can do with the own account (spec 000 §2): the name leads to it. Guests may sign in. */
function Items({ user }: { readonly user: SignedInUser | null }) {
  const messages = useMessages();
  if (user === null)
    return (
      <>
        <Menu.Item component={Link} to={loginPath}>
          {messages("frame.login")}
        </Menu.Item>
        <Menu.Item component={Link} to="/register">
          {messages("frame.register")}
        </Menu.Item>
      </>
    );
  return (
    <>
      <Menu.Item component={Link} to={accountPath} aria-label={messages("frame.account", { name: user.name })}>
        <span className={styles.about}>
          <b dir="auto">{user.name}</b>
          <bdi dir="ltr">{user.email}</bdi>
        </span>
      </Menu.Item>
      <Menu.Divider />
      {user.viewedAs === null && (
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
    </>
  );
}
