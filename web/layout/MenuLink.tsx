import { Link } from "@tanstack/react-router";
import { MenuBadge } from "#web/layout/MenuBadge.tsx";
import type { NavigationItem } from "#web/layout/menu.ts";
import { menuIcons } from "#web/layout/menuIcons.ts";
import styles from "#web/layout/MenuList.module.css";
import { SoonBadge } from "#web/layout/SoonBadge.tsx";
import { useIsComing } from "#web/layout/useMenu.ts";

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
        <Content item={item} />
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
      <Content item={item} />
    </Link>
  );
}

function Content({ item: { type, icon, title, badge, url } }: { readonly item: NavigationItem }) {
  const isComing = useIsComing();
  const Icon = icon && menuIcons[icon];
  return (
    <>
      {Icon && <Icon size={20} aria-hidden="true" />}
      <span className={styles.title}>{title}</span>
      {badge ? (
        <bdi className={styles.colored} style={{ background: badge.bg, color: badge.fg }}>
          {badge.title}
        </bdi>
      ) : (
        <MenuBadge path={url} />
      )}
      {type === "item" && <SoonBadge isSoon={isComing(url)} />}
    </>
  );
}
