import { use } from "react";
import { homePath } from "#web/guard.ts";
import type { NavigationItem } from "#web/layout/menu.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useMenu } from "#web/layout/useMenu.ts";

/** The areas of the menu with an entry that the user may open, with only those entries. */
export function useAreas(): readonly NavigationItem[] {
  const menu = useMenu();
  const { paths } = use(KnownScreensContext);
  return menu.flatMap((area) => {
    const children = area.children.filter(({ url }) => paths.has(url));
    const isBuilt = area.children.length > 0 ? children.length > 0 : paths.has(area.url);
    return isBuilt && area.url !== homePath ? [{ ...area, children }] : [];
  });
}
