import { Brand } from "#web/layout/Brand.tsx";
import { MenuFoot } from "#web/layout/MenuFoot.tsx";
import { MenuList } from "#web/layout/MenuList.tsx";
import styles from "#web/layout/SideMenu.module.css";
import type { slotTheme } from "#web/layout/slotTheme.ts";
import { usePeek } from "#web/layout/usePeek.ts";
import { useMessages } from "#web/useMessages.ts";

type SideMenuProps = {
  readonly theme: ReturnType<typeof slotTheme>;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onKeys: () => void;
};

/** The menu at the side: 280 px wide, or collapsed to 64 and expanding over the screen on hover, focus or touch. */
export function SideMenu({ theme, isFolded, onFold, onKeys }: SideMenuProps) {
  const messages = useMessages();
  const { isPeeking, peekProps, endPeek } = usePeek();
  const isWide = !isFolded || isPeeking;
  return (
    <div className={styles.rail} {...theme}>
      <nav
        {...peekProps}
        className={styles.menu}
        aria-label={messages("frame.mainMenu")}
        data-wide={isWide || undefined}
        data-above={(isFolded && isPeeking) || undefined}
      >
        <div className={styles.brand} data-folded-brand={!isWide || undefined}>
          <Brand />
        </div>
        <MenuList isWide={isWide} onLeave={endPeek} />
        <MenuFoot isFolded={isFolded} isWide={isWide} onFold={onFold} onKeys={onKeys} />
      </nav>
    </div>
  );
}
