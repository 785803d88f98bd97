import { useLocation } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { activePath, type MenuPart } from "#web/layout/menu.ts";
import styles from "#web/layout/MenuList.module.css";
import { MenuLink } from "#web/layout/MenuLink.tsx";
import { menuIcons } from "#web/layout/menuIcons.ts";
import { useMenu } from "#web/layout/useMenu.ts";
import { IconChevronRight } from "#web/ui/icons.ts";
import { screenPlace } from "#web/ui/screenPlace.ts";
import { useStored } from "#web/ui/useStored.ts";

type MenuListProps = {
  /** Folded, it shows only icons; names stay for screen readers. */
  readonly isWide: boolean;
  readonly onLeave?: (() => void) | undefined;
};

const untouched: Readonly<Record<string, boolean>> = {};

/** The sections and their entries. What was opened stays open; the section of the current screen opens by itself. */
export function MenuList({ isWide, onLeave }: MenuListProps) {
  const menu = useMenu();
  const place = useSyncExternalStore(screenPlace.subscribe, screenPlace.read);
  const here = activePath(menu, useLocation({ select: ({ pathname }) => pathname }));
  const active = here ?? (place && activePath(menu, place));
  const [openByPath, store] = useStored("mizan.menuOpen", untouched);
  const isOpen = ({ path, entries }: MenuPart) => openByPath[path] ?? entries.some((entry) => entry.path === active);
  const handleToggle = (part: MenuPart) => store({ ...openByPath, [part.path]: !isOpen(part) });
  return (
    <ul className={styles.list} data-wide={isWide || undefined}>
      {menu.map((part) => (
        <li key={part.path}>
          {part.entries.length === 0 ? (
            <MenuLink entry={part} icon={menuIcons[part.icon]} isActive={part.path === active} onLeave={onLeave} />
          ) : (
            <Section
              part={part}
              active={active}
              isOpen={isOpen(part)}
              isWide={isWide}
              onToggle={() => handleToggle(part)}
              onLeave={onLeave}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

type SectionProps = MenuListProps & {
  readonly part: MenuPart;
  readonly active: string | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

function Section({ part, active, isOpen, isWide, onToggle, onLeave }: SectionProps) {
  const Icon = menuIcons[part.icon];
  const isShown = isOpen && isWide;
  const isHere = part.entries.some(({ path }) => path === active);
  return (
    <>
      <button
        type="button"
        className={styles.section}
        aria-expanded={isShown}
        data-here={(isHere && !isShown) || undefined}
        onClick={onToggle}
      >
        <Icon size={20} aria-hidden="true" />
        <span className={styles.title}>{part.title}</span>
        <IconChevronRight size={16} aria-hidden="true" className={styles.chevron} />
      </button>
      {isShown && (
        <ul className={styles.entries}>
          {part.entries.map((entry) => (
            <li key={entry.path}>
              <MenuLink entry={entry} isActive={entry.path === active} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
