import { use } from "react";
import { homePath } from "#web/guard.ts";
import type { MenuPart } from "#web/layout/menu.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useMenu } from "#web/layout/useMenu.ts";

/** The areas of the menu that have something to open, with those entries alone. */
export function useAreas(): readonly MenuPart[] {
  const menu = useMenu();
  const { paths } = use(KnownScreensContext);
  return menu.flatMap((part) => {
    const entries = part.entries.filter(({ path }) => paths.has(path));
    const isBuilt = part.entries.length > 0 ? entries.length > 0 : paths.has(part.path);
    return isBuilt && part.path !== homePath ? [{ ...part, entries }] : [];
  });
}
