import { createTheme, localStorageColorSchemeManager } from "@mantine/core";

/** Where the choice of light or dark is kept; `boot.js` reads it before the first paint. */
export const colorSchemeKey = "mizan.colorScheme";

export const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey });

/**
 * What the kit decides in script. Everything it decides in CSS is told in `theme.css`, in our tokens.
 *
 * Names of buttons that the kit draws by itself (clear, close, show the password) are given where they are used,
 * because they are translated.
 */
export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: 7,
  cursorType: "pointer",
  respectReducedMotion: true,
  activeClassName: "",
  components: {
    // Its scroll lock writes a style element; ours is a rule in base.css. It forgets who had the focus when it is
    // mounted open; useFocusBack does not.
    ModalRoot: { defaultProps: { lockScroll: false, returnFocus: false, transitionProps: { duration: 150 } } },
    DrawerRoot: { defaultProps: { lockScroll: false, returnFocus: false, transitionProps: { duration: 200 } } },
    // The placeholder would be a child that a menu may not have.
    Menu: {
      defaultProps: { shadow: "md", offset: 6, transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { shadow: "md", offset: 6, transitionProps: { duration: 0 } } },
    Combobox: { defaultProps: { shadow: "md", offset: 6, transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 0 } } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 36 } },
    Checkbox: { defaultProps: { size: "xs" } },
    Radio: { defaultProps: { size: "xs" } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "description", "input", "error"] } },
  },
});
