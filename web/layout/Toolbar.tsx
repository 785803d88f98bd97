import { Brand } from "#web/layout/Brand.tsx";
import { PreferenceButtons } from "#web/layout/PreferenceButtons.tsx";
import { ShortcutsMenu } from "#web/layout/ShortcutsMenu.tsx";
import styles from "#web/layout/Toolbar.module.css";
import { UserMenu } from "#web/layout/UserMenu.tsx";
import { useSignedInUser } from "#web/session.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconMenu2, IconSearch } from "#web/ui/icons.ts";
import { useUnsavedShortcuts } from "#web/shortcuts.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

type ToolbarProps = { readonly onMenu: () => void; readonly onSearch: () => void };

/** The bar above every screen: search, a free part for toasts, tools. On a phone it has only the most used actions; the others are in the menu's drawer. */
export function Toolbar({ onMenu, onSearch }: ToolbarProps) {
  const isPhone = useIsPhone();
  const isSignedIn = useSignedInUser() !== null;
  useUnsavedShortcuts();
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        {!isSignedIn && <Brand />}
        {isSignedIn && (isPhone ? <MenuButton onMenu={onMenu} /> : <SearchBox onSearch={onSearch} />)}
      </div>
      <div className={styles.tools}>
        {isSignedIn && (isPhone ? <SearchIcon onSearch={onSearch} /> : <ShortcutsMenu />)}
        {!(isPhone && isSignedIn) && <PreferenceButtons />}
        <span className={`${styles.separator} not-on-phone`} />
        <UserMenu />
      </div>
    </header>
  );
}

function MenuButton({ onMenu }: Pick<ToolbarProps, "onMenu">) {
  const messages = useMessages();
  return (
    <IconButton label={messages("frame.openMenu")} onClick={onMenu}>
      <IconMenu2 size={22} aria-hidden="true" />
    </IconButton>
  );
}

function SearchIcon({ onSearch }: Pick<ToolbarProps, "onSearch">) {
  const messages = useMessages("layout");
  return (
    <IconButton label={messages("search.title")} onClick={onSearch}>
      <IconSearch size={20} aria-hidden="true" />
    </IconButton>
  );
}

/** Looks like the search field that it opens in a dialog, where there is room for results. */
function SearchBox({ onSearch }: Pick<ToolbarProps, "onSearch">) {
  const messages = useMessages("layout");
  return (
    <button
      type="button"
      className={styles.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onSearch}
    >
      <IconSearch size={18} aria-hidden="true" />
      <span>{messages("search.placeholder")}</span>
      <Kbd>{searchKeys}</Kbd>
    </button>
  );
}

const searchKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
