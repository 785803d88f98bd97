import { lazy, Suspense } from "react";
import { MenuBadge } from "#web/layout/MenuBadge.tsx";
import { menuIcons } from "#web/layout/menuIcons.ts";
import styles from "#web/layout/MenuList.module.css";
import type { NavigationItem } from "#web/layout/navigation.ts";
import { SoonBadge } from "#web/layout/SoonBadge.tsx";
import { useIsComing } from "#web/layout/useMenu.ts";

const ColoredBadge = lazy(() =>
  import("#web/layout/ColoredBadge.tsx").then((module) => ({ default: module.ColoredBadge })),
);

/** What every layout shows of an item: icon, title, and a badge or the number of open tasks. */
export function MenuEntryContent({ item, iconPx }: { readonly item: NavigationItem; readonly iconPx: number }) {
  const { type, icon, title, badge, url } = item;
  const isComing = useIsComing();
  const Icon = icon && menuIcons[icon];
  return (
    <>
      {Icon && <Icon size={iconPx} aria-hidden="true" />}
      <span className={styles.title}>{title}</span>
      {badge ? (
        <Suspense>
          <ColoredBadge badge={badge} />
        </Suspense>
      ) : (
        <MenuBadge path={url} />
      )}
      {type === "item" && <SoonBadge isSoon={isComing(url)} />}
    </>
  );
}
