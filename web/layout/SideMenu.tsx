import { useRef, useState } from "react";
import { Brand } from "#web/layout/Brand.tsx";
import { MenuFoot } from "#web/layout/MenuFoot.tsx";
import { MenuList } from "#web/layout/MenuList.tsx";
import styles from "#web/layout/SideMenu.module.css";
import { useWords } from "#web/useWords.ts";

const hoverMs = 150; // spec 000 §9: hover menus have a 150 ms delay

type SideMenuProps = { readonly isFolded: boolean; readonly onFold: () => void };

/** The menu at the side: 280 px, or folded to 64 and opening above the screen while it is hovered or has the focus. */
export function SideMenu({ isFolded, onFold }: SideMenuProps) {
  const words = useWords();
  const [isPeeking, setPeeking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const peek = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPeeking(next), afterMs);
  };
  const isWide = !isFolded || isPeeking;
  return (
    <nav
      className={styles.menu}
      aria-label={words("frame.mainMenu")}
      data-wide={isWide || undefined}
      data-above={(isFolded && isPeeking) || undefined}
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && peek(true, hoverMs)}
      onPointerLeave={() => peek(false, hoverMs)}
      onFocus={({ target }) => target.matches(":focus-visible") && peek(true, 0)}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || peek(false, 0)}
    >
      <div className={styles.brand} data-folded-brand={!isWide || undefined}>
        <Brand />
      </div>
      <MenuList isWide={isWide} />
      <MenuFoot isFolded={isFolded} isWide={isWide} onFold={onFold} />
    </nav>
  );
}
