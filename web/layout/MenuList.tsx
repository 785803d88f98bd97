import { useLocation } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { activePath, isWithin, type NavigationItem } from "#web/layout/navigation.ts";
import styles from "#web/layout/MenuList.module.css";
import { MenuLink } from "#web/layout/MenuLink.tsx";
import { menuIcons } from "#web/layout/menuIcons.ts";
import { SoonBadge } from "#web/layout/SoonBadge.tsx";
import { useIsComing, useMenu } from "#web/layout/useMenu.ts";
import { IconChevronRight } from "#web/ui/icons.ts";
import { screenPlace } from "#web/ui/screenPlace.ts";
import { useStored } from "#web/ui/useStored.ts";

type MenuListProps = {
  /** Collapsed, it shows only icons; screen readers still get the names. */
  readonly isWide: boolean;
  readonly onLeave?: (() => void) | undefined;
};

const untouched: Readonly<Record<string, boolean>> = {};

/** The sections and their entries. Opened sections stay open; the section of the current screen opens by itself. */
export function MenuList({ isWide, onLeave }: MenuListProps) {
  const menu = useMenu();
  const place = useSyncExternalStore(screenPlace.subscribe, screenPlace.read);
  const here = activePath(menu, useLocation({ select: ({ pathname }) => pathname }));
  const active = here ?? (place && activePath(menu, place));
  const [openByPath, store] = useStored("mizan.menuOpen", untouched);
  const isOpen = (item: NavigationItem) => openByPath[item.url] ?? isWithin(item, active);
  const handleToggle = (item: NavigationItem) => store({ ...openByPath, [item.url]: !isOpen(item) });
  const list = useRef<HTMLUListElement>(null);
  // In a long menu, the entry of the current screen is shown. Never scrolls the page.
  useLayoutEffect(() => {
    const entry = active === null ? null : list.current?.querySelector('[aria-current="page"]');
    if (!list.current || !entry) return;
    const [seen, link] = [list.current.getBoundingClientRect(), entry.getBoundingClientRect()];
    const [before, after] = [link.top - link.height - seen.top, link.bottom + link.height - seen.bottom];
    list.current.scrollTop += Math.min(before, 0) || Math.max(after, 0);
  }, [active]);
  return (
    <ul ref={list} className={styles.list} data-wide={isWide || undefined}>
      <MenuItems items={menu} {...{ active, isOpen, isWide, onLeave }} onToggle={handleToggle} />
    </ul>
  );
}

type MenuItemsProps = MenuListProps & {
  readonly items: readonly NavigationItem[];
  readonly active: string | null;
  readonly isOpen: (item: NavigationItem) => boolean;
  readonly onToggle: (item: NavigationItem) => void;
};

/** Draws each item by its type (spec 000 §3). */
export function MenuItems({ items, ...shared }: MenuItemsProps) {
  const { active, onLeave } = shared;
  return items.map((item) => (
    <li key={item.id} role={item.type === "divider" ? "separator" : undefined} className={lineClass[item.type]}>
      {item.type === "collapse" && <Section item={item} {...shared} />}
      {item.type === "group" && <Group item={item} {...shared} />}
      {(item.type === "item" || item.type === "link") && (
        <MenuLink item={item} isActive={item.url === active} onLeave={onLeave} />
      )}
    </li>
  ));
}

const lineClass: Partial<Record<NavigationItem["type"], string | undefined>> = { divider: styles.divider };

type SectionProps = Omit<MenuItemsProps, "items"> & { readonly item: NavigationItem };

function Group({ item, ...shared }: SectionProps) {
  return (
    <>
      <span className={styles.group}>{item.title}</span>
      <ul className={styles.grouped} aria-label={item.title}>
        <MenuItems items={item.children} {...shared} />
      </ul>
    </>
  );
}

function Section({ item, ...shared }: SectionProps) {
  const { active, isWide, isOpen, onToggle } = shared;
  const isComing = useIsComing();
  const Icon = item.icon && menuIcons[item.icon];
  const isShown = isOpen(item) && isWide;
  const isHere = isWithin(item, active);
  return (
    <>
      <button
        type="button"
        className={styles.section}
        aria-expanded={isShown}
        data-here={(isHere && !isShown) || undefined}
        onClick={() => onToggle(item)}
      >
        {Icon && <Icon size={20} aria-hidden="true" />}
        <span className={styles.title}>{item.title}</span>
        <SoonBadge isSoon={item.children.every(({ url }) => isComing(url))} />
        <IconChevronRight size={16} aria-hidden="true" className={styles.chevron} />
      </button>
      {isShown && (
        <ul className={styles.entries}>
          <MenuItems items={item.children} {...shared} />
        </ul>
      )}
    </>
  );
}
