import { createTheme, localStorageColorSchemeManager } from "@mantine/core";
import { chooseOnEnter } from "#web/ui/chooseOnEnter.ts";

/** Where the choice of light or dark is stored; `boot.js` reads it before the first paint. */
export const colorSchemeKey = "mizan.colorScheme";

const stored = localStorageColorSchemeManager({ key: colorSchemeKey });

/** The user's choice, unless a dark theme or the address has forced one on the page (web/settings/describePage.ts). */
export const colorSchemes: typeof stored = {
  ...stored,
  get: (otherwise) => forcedScheme() ?? stored.get(otherwise),
};

export const forcedScheme = (): "light" | "dark" | undefined =>
  document.documentElement.dataset["forcedScheme"] as "light" | "dark" | undefined;

/**
 * The kit's settings in script. Its CSS settings are in `theme.css`, as our tokens.
 *
 * Names of buttons that the kit draws itself (clear, close, show the password) are set where they are used, because
 * they are translated.
 */
export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: 7,
  cursorType: "pointer",
  respectReducedMotion: true,
  activeClassName: "",
  components: {
    // The kit's scroll lock writes a style element; ours is a rule in base.css. It does not return the focus if it is
    // mounted open; useFocusBack does.
    ModalRoot: { defaultProps: { lockScroll: false, returnFocus: false, transitionProps: { duration: 150 } } },
    DrawerRoot: { defaultProps: { lockScroll: false, returnFocus: false, transitionProps: { duration: 200 } } },
    // The placeholder would be a child that ARIA does not allow in a menu.
    Menu: {
      defaultProps: { shadow: "md", offset: 6, transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { shadow: "md", offset: 6, transitionProps: { duration: 0 } } },
    Combobox: { defaultProps: { shadow: "md", offset: 6, transitionProps: { duration: 0 } } },
    // Typing preselects the first match, and Enter takes it.
    Select: { defaultProps: { selectFirstOptionOnChange: true, onKeyDownCapture: chooseOnEnter } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true, onKeyDownCapture: chooseOnEnter } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 0 } } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 36 } },
    Checkbox: { defaultProps: { size: "xs" } },
    Radio: { defaultProps: { size: "xs" } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "description", "input", "error"] } },
  },
});
