import { use, useMemo } from "react";
import { comingPaths } from "#web/layout/fixedSections.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { buildMenu, type Menu, suggestionsOf } from "#web/layout/menu.ts";
import { type SignedInUser, useSessionState } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const noRows: never[] = [];
const noRoles: SignedInUser["roles"] = [];

/** The menu of the signed-in user, in the language of the screen. */
export function useMenu(): Menu {
  const messages = useMessages("layout");
  const language = useLanguage();
  const { menuTitles, paths } = use(KnownScreensContext);
  const state = useSessionState();
  const rows = state.status === "signedIn" ? state.menu : noRows;
  const roles = state.status === "signedIn" ? state.person.roles : noRoles;
  return useMemo(
    () =>
      buildMenu(rows, {
        own: (key) => messages(key),
        titled: (english) => (language === "en" ? english : (menuTitles[english]?.[language] ?? english)),
        isBuilt: (path) => paths.has(path),
        roles: roles.map(({ code }) => code),
      }),
    [rows, roles, messages, language, menuTitles, paths],
  );
}

/** Whether a menu entry has no screen yet and only says what is coming. */
export function useIsComing(): (path: string) => boolean {
  const { paths } = use(KnownScreensContext);
  return (path) => comingPaths.some((coming) => coming === path) && !paths.has(path);
}

/** The menu title of a path, or null if the menu doesn't have it. */
export function useMenuTitle(): (path: string) => string | null {
  const menu = useMenu();
  return (path) => suggestionsOf(menu).find((one) => one.path === path)?.title ?? null;
}

/** The names of the menu's entries in every language by path, so that search finds them in any. */
export function useOtherTitles(): ReadonlyMap<string, readonly string[]> {
  const { menuTitles } = use(KnownScreensContext);
  const state = useSessionState();
  const rows = state.status === "signedIn" ? state.menu : noRows;
  return useMemo(() => {
    const titlesOf = (english: string) => [english, ...Object.values(menuTitles[english] ?? {})];
    return new Map(
      rows.map((row) => [row.ad_sub_link, [...titlesOf(row.ad_sub_title), ...titlesOf(row.ad_main_title)]]),
    );
  }, [rows, menuTitles]);
}
