import { Link } from "@tanstack/react-router";
import { MenuBadge } from "#web/layout/MenuBadge.tsx";
import type { MenuEntry } from "#web/layout/menu.ts";
import styles from "#web/layout/MenuList.module.css";
import type { IconHome } from "#web/ui/icons.ts";

type MenuLinkProps = {
  readonly entry: MenuEntry;
  readonly icon?: typeof IconHome;
  readonly isActive: boolean;
  readonly onLeave: (() => void) | undefined;
};

/** One way to go. Active by the longest path that fits, which is the menu's to know, not the link's. */
export const MenuLink = ({ entry, icon: Icon, isActive, onLeave }: MenuLinkProps) => (
  <Link
    to={entry.path}
    className={styles.link}
    data-active={isActive || undefined}
    aria-current={isActive ? "page" : undefined}
    activeProps={{}}
    onClick={onLeave}
  >
    {Icon && <Icon size={20} aria-hidden="true" />}
    <span className={styles.title}>{entry.title}</span>
    <MenuBadge path={entry.path} />
  </Link>
);
