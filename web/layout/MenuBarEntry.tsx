import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "#web/layout/MenuBar.module.css";
import { menuIcons } from "#web/layout/menuIcons.ts";
import { MenuLink } from "#web/layout/MenuLink.tsx";
import { isWithin, type NavigationItem } from "#web/layout/navigation.ts";
import { hoverMs } from "#web/layout/usePeek.ts";
import { IconChevronDown } from "#web/ui/icons.ts";

type MenuBarEntryProps = {
  readonly item: NavigationItem;
  readonly active: string | null;
  readonly isFirst: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

/** One item of the menu bar: a link, or a section that opens below it, after 150 ms under the pointer. */
export function MenuBarEntry({ item, active, isFirst, isOpen, onOpen }: MenuBarEntryProps) {
  const hover = useHover(onOpen);
  if (item.type === "divider") return <li role="separator" className={styles.divider} />;
  const shared = { className: styles.entry, role: "menuitem", "data-id": item.id, tabIndex: isFirst ? 0 : -1 } as const;
  if (item.children.length === 0)
    return (
      <li role="none">
        <MenuLink
          item={item}
          isActive={item.url === active}
          attributes={shared}
          iconPx={18}
          onLeave={() => onOpen(false)}
        />
      </li>
    );
  const Icon = item.icon && menuIcons[item.icon];
  return (
    <li role="none" className={styles.section} {...hover}>
      <button
        type="button"
        {...shared}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-here={isWithin(item, active) || undefined}
        onClick={({ nativeEvent }) => onOpen(isMouse(nativeEvent) || !isOpen)}
      >
        {Icon && <Icon size={18} aria-hidden="true" />}
        <span>{item.title}</span>
        <IconChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && <SectionMenu item={item} active={active} onLeave={() => onOpen(false)} />}
    </li>
  );
}

type SectionMenuProps = { readonly item: NavigationItem; readonly active: string | null; readonly onLeave: () => void };

function SectionMenu({ item, active, onLeave }: SectionMenuProps) {
  const { ref, isAtEnd } = usePlaceInWindow();
  const hasGroups = item.children.some(({ type }) => type === "group");
  return (
    <ul
      ref={ref}
      role="menu"
      aria-label={item.title}
      className={styles.menu}
      data-at-end={isAtEnd || undefined}
      data-groups={hasGroups || undefined}
    >
      {item.children.map((child) =>
        child.children.length === 0 ? (
          <Leaf key={child.id} item={child} active={active} onLeave={onLeave} />
        ) : (
          <li key={child.id} role="none" className={styles.group}>
            <span className={styles.groupTitle} aria-hidden="true">
              {child.title}
            </span>
            <ul role="group" aria-label={child.title}>
              {child.children.map((leaf) => (
                <Leaf key={leaf.id} item={leaf} active={active} onLeave={onLeave} />
              ))}
            </ul>
          </li>
        ),
      )}
    </ul>
  );
}

function Leaf({ item, active, onLeave }: SectionMenuProps) {
  if (item.type === "divider") return <li role="separator" className={styles.divider} />;
  return (
    <li role="none">
      <MenuLink
        item={item}
        isActive={item.url === active}
        attributes={{ className: styles.leaf, role: "menuitem", tabIndex: -1 }}
        iconPx={18}
        onLeave={onLeave}
      />
    </li>
  );
}

/** A click with the mouse comes after hovering, which may have opened the menu already. */
const isMouse = (event: Event) => event instanceof PointerEvent && event.pointerType === "mouse";

/** Opens after a moment under the pointer, and closes as long after it has left. */
function useHover(onOpen: (isOpen: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (isOpen: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onOpen(isOpen), hoverMs);
  };
  return { onPointerEnter: later(true), onPointerLeave: later(false) };
}

/** A menu that would leave the window at its end is aligned with the end of its section. */
function usePlaceInWindow(): { ref: RefObject<HTMLUListElement | null>; isAtEnd: boolean } {
  const ref = useRef<HTMLUListElement>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  useLayoutEffect(() => {
    const box = ref.current?.getBoundingClientRect();
    if (box && (box.right > document.documentElement.clientWidth - 8 || box.left < 8)) setAtEnd(true);
  }, []);
  return { ref, isAtEnd };
}
