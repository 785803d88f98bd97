import { useLayoutEffect } from "react";

/** Returns the focus to where it was when a layer opened, once the layer has closed. */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = opener();
    return () => {
      // After the layer released the focus, and only if nothing else took it meanwhile, such as the next screen's
      // heading.
      setTimeout(() => {
        const isFree = document.activeElement === document.body || document.activeElement?.closest("[aria-modal=true]");
        if (before?.isConnected && isFree) before.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

/** A menu item is gone when the layer closes; the button that opened the menu is not. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const buttonId = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const element = buttonId ? document.getElementById(buttonId) : active;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}
