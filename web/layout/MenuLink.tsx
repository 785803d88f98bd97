import { Link } from "@tanstack/react-router";
import { MenuEntryContent } from "#web/layout/MenuEntryContent.tsx";
import type { NavigationItem } from "#web/layout/navigation.ts";
import styles from "#web/layout/MenuList.module.css";

type MenuLinkProps = {
  readonly item: NavigationItem;
  readonly isActive: boolean;
  readonly onLeave: (() => void) | undefined;
  /** Of an item of the menu bar; without it, a link of the side menu. */
  readonly attributes?: {
    readonly className: string | undefined;
    readonly role?: "menuitem";
    readonly tabIndex?: number;
    readonly "data-id"?: string;
  };
  readonly iconPx?: number;
};

const usual = { className: styles.link };

/** One link. The menu decides which is active: the one with the longest matching path. */
export function MenuLink({ item, isActive, onLeave, attributes = usual, iconPx = 20 }: MenuLinkProps) {
  const { type, url, target } = item;
  const content = <MenuEntryContent item={item} iconPx={iconPx} />;
  if (type === "link")
    return (
      <a {...attributes} href={url} target={target ?? undefined} rel="noreferrer" onClick={onLeave}>
        {content}
      </a>
    );
  return (
    <Link
      {...attributes}
      to={url}
      data-active={isActive || undefined}
      aria-current={isActive ? "page" : undefined}
      activeProps={{}}
      onClick={onLeave}
    >
      {content}
    </Link>
  );
}
