import { lazy, Suspense, use } from "react";
import { Brand } from "#web/layout/Brand.tsx";
import { useOpenLayer } from "#web/layout/frameLayers.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { MenuButton } from "#web/layout/MenuButton.tsx";
import { PreferenceButtons } from "#web/layout/PreferenceButtons.tsx";
import { ShortcutsButton } from "#web/layout/ShortcutsButton.tsx";
import type { slotTheme } from "#web/layout/slotTheme.ts";
import styles from "#web/layout/Toolbar.module.css";
import { UserMenu } from "#web/layout/UserMenu.tsx";
import { useSignedInUser } from "#web/session.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconSearch } from "#web/ui/icons.ts";
import { useUnsavedShortcuts } from "#web/shortcuts.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

const PanelButtons = lazy(() =>
  import("#web/layout/panels/PanelButtons.tsx").then((module) => ({ default: module.PanelButtons })),
);

type ToolbarProps = {
  readonly theme: ReturnType<typeof slotTheme>;
  readonly isStatic: boolean;
  readonly hasBrand: boolean;
  readonly hasMenuButton: boolean;
  /** Which side panels the user wants. */
  readonly panels: { readonly quick: boolean; readonly chat: boolean };
};

/** The bar above every screen: search, a free part for toasts, tools. On a phone it has only the most used actions; the others are in the menu's drawer. */
export function Toolbar({ theme, isStatic, hasBrand, hasMenuButton, panels }: ToolbarProps) {
  const isPhone = useIsPhone();
  const isSignedIn = useSignedInUser() !== null;
  const { panelAreas } = use(KnownScreensContext);
  useUnsavedShortcuts();
  return (
    <header className={styles.bar} data-static={isStatic || undefined} {...theme}>
      <div className={styles.start}>
        {hasMenuButton && <MenuButton />}
        {hasBrand && (
          <div className={styles.brand}>
            <Brand />
          </div>
        )}
        {isSignedIn && !isPhone && <SearchBox />}
      </div>
      <div className={styles.tools}>
        {isSignedIn && (isPhone ? <SearchIcon /> : <ShortcutsButton />)}
        {!(isPhone && isSignedIn) && <PreferenceButtons />}
        {isSignedIn && panelAreas.length > 0 && (
          <span className={panels.quick ? styles.slot : undefined}>
            <Suspense>
              <PanelButtons wanted={panels} />
            </Suspense>
          </span>
        )}
        <span className={`${styles.separator} not-on-phone`} />
        <UserMenu />
      </div>
    </header>
  );
}

function SearchIcon() {
  const messages = useMessages("layout");
  const open = useOpenLayer();
  return (
    <IconButton label={messages("search.title")} onClick={() => open("search")}>
      <IconSearch size={20} aria-hidden="true" />
    </IconButton>
  );
}

/** Looks like the search field that it opens in a dialog, where there is room for results. */
function SearchBox() {
  const messages = useMessages("layout");
  const open = useOpenLayer();
  return (
    <button
      type="button"
      className={styles.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => open("search")}
    >
      <IconSearch size={18} aria-hidden="true" />
      <span>{messages("search.placeholder")}</span>
      <Kbd>{searchKeys}</Kbd>
    </button>
  );
}

const searchKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
