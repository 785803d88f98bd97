import { use } from "react";
import { homePath } from "#web/guard.ts";
import type { NavigationItem } from "#web/layout/menu.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useMenu } from "#web/layout/useMenu.ts";

/** The areas of the menu that have something to open, with those entries alone. */
export function useAreas(): readonly NavigationItem[] {
  const menu = useMenu();
  const { paths } = use(KnownScreensContext);
  return menu.flatMap((area) => {
    const children = area.children.filter(({ url }) => paths.has(url));
    const isBuilt = area.children.length > 0 ? children.length > 0 : paths.has(area.url);
    return isBuilt && area.url !== homePath ? [{ ...area, children }] : [];
  });
}
