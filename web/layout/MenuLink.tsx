import { Link } from "@tanstack/react-router";
import { MenuEntryContent } from "#web/layout/MenuEntryContent.tsx";
import type { NavigationItem } from "#web/layout/navigation.ts";
import styles from "#web/layout/MenuList.module.css";

type MenuLinkProps = {
  readonly item: NavigationItem;
  readonly isActive: boolean;
  readonly onLeave: (() => void) | undefined;
};

/** One link. The menu decides which is active: the one with the longest matching path. */
export function MenuLink({ item, isActive, onLeave }: MenuLinkProps) {
  const { type, url, target } = item;
  if (type === "link")
    return (
      <a className={styles.link} href={url} target={target ?? undefined} rel="noreferrer" onClick={onLeave}>
        <MenuEntryContent item={item} />
      </a>
    );
  return (
    <Link
      to={url}
      className={styles.link}
      data-active={isActive || undefined}
      aria-current={isActive ? "page" : undefined}
      activeProps={{}}
      onClick={onLeave}
    >
      <MenuEntryContent item={item} />
    </Link>
  );
}
