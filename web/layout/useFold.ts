import { useState } from "react";
import { useLayoutSettings } from "#web/settings/useLayoutSettings.ts";
import { useKeepSettings } from "#web/settings/useOwnSettings.ts";
import { useMediaQuery } from "#web/ui/useMediaQuery.ts";

const unfoldedKey = "mizan.menuUnfolded";

/**
 * Whether the menu is folded: by the user's settings; below 1280 px, where its 280 px are missing in every table, until
 * it is unfolded in this tab.
 */
export function useFold() {
  const isNarrow = useMediaQuery("(max-width: 79.99em)");
  const { folded } = useLayoutSettings().layout.config.navbar;
  const keepSettings = useKeepSettings();
  const [inTab, setInTab] = useState(() => sessionStorage.getItem(unfoldedKey) === null);
  const foldInTab = (isFolded: boolean) => {
    setInTab(isFolded);
    if (isFolded) sessionStorage.removeItem(unfoldedKey);
    else sessionStorage.setItem(unfoldedKey, "yes");
  };
  const foldAlways = (isFolded: boolean) => keepSettings({ layout: { config: { navbar: { folded: isFolded } } } });
  return isNarrow ? { isFolded: inTab, fold: foldInTab } : { isFolded: folded, fold: foldAlways };
}
