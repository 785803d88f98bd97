import { useLocation } from "@tanstack/react-router";
import { Brand } from "#web/layout/Brand.tsx";
import styles from "#web/layout/MenuBar.module.css";
import { MenuBarEntry } from "#web/layout/MenuBarEntry.tsx";
import { activePath, type Menu, navigationItem } from "#web/layout/navigation.ts";
import type { slotTheme } from "#web/layout/slotTheme.ts";
import { useFittingCount } from "#web/layout/useFittingCount.ts";
import { useMenu } from "#web/layout/useMenu.ts";
import { useMenuBarKeys } from "#web/layout/useMenuBarKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type MenuBarProps = {
  readonly theme: ReturnType<typeof slotTheme>;
  readonly isDense: boolean;
  readonly isStatic: boolean;
  readonly hasBrand: boolean;
};

/** The menu in one line (the menubar pattern of WAI-ARIA). Sections open below it; what does not fit is under “More”. */
export function MenuBar({ theme, isDense, isStatic, hasBrand }: MenuBarProps) {
  const messages = useMessages();
  const more = useMessages("layout")("menu.more");
  const menu = useMenu();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const active = activePath(menu, path);
  const { ref, count } = useFittingCount(menu, isDense);
  const shown = withMore(menu, count, more);
  const { barRef, open, handlers, setOpen } = useMenuBarKeys();
  return (
    <nav
      ref={barRef}
      className={styles.bar}
      aria-label={messages("frame.mainMenu")}
      data-dense={isDense || undefined}
      data-static={isStatic || undefined}
      {...theme}
      {...handlers}
    >
      {hasBrand && (
        <div className={styles.brand}>
          <Brand />
        </div>
      )}
      <ul ref={ref} className={styles.entries} role="menubar" aria-label={messages("frame.mainMenu")}>
        {shown.map((item, index) => (
          <MenuBarEntry
            key={item.id}
            item={item}
            active={active}
            isFirst={index === 0}
            isOpen={open === item.id}
            onOpen={(isOpen) => setOpen(isOpen ? item.id : null)}
          />
        ))}
      </ul>
    </nav>
  );
}

/** All items before it is known how many fit; then the others as groups of the last one. */
function withMore(menu: Menu, count: number | null, title: string): Menu {
  if (count === null || count >= menu.length) return menu;
  const children = menu.slice(count).map((item) =>
    item.type === "collapse"
      ? {
          ...item,
          type: "group" as const,
          children: item.children.flatMap((child) => (child.type === "group" ? child.children : [child])),
        }
      : item,
  );
  return [...menu.slice(0, count), navigationItem({ id: "more", title, url: "", children })];
}
