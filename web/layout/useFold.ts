import { useState } from "react";
import { useMediaQuery } from "#web/ui/useMediaQuery.ts";
import { useStored } from "#web/ui/useStored.ts";

const unfoldedKey = "mizan.menuUnfolded";

/**
 * Whether the menu is folded: by preference; below 1280 px, where its 280 px are missing in every table, until it is
 * unfolded in this tab.
 */
export function useFold() {
  const isNarrow = useMediaQuery("(max-width: 79.99em)");
  const [onDesk, foldOnDesk] = useStored("mizan.menuFolded", false);
  const [inTab, setInTab] = useState(() => sessionStorage.getItem(unfoldedKey) === null);
  const foldInTab = (isFolded: boolean) => {
    setInTab(isFolded);
    if (isFolded) sessionStorage.removeItem(unfoldedKey);
    else sessionStorage.setItem(unfoldedKey, "yes");
  };
  return isNarrow ? { isFolded: inTab, fold: foldInTab } : { isFolded: onDesk, fold: foldOnDesk };
}
