import { use, useMemo } from "react";
import { titleIn } from "#web/i18n.ts";
import { comingPaths } from "#web/layout/comingPaths.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { buildMenu, type Menu, suggestionsOf } from "#web/layout/navigation.ts";
import { useSessionState } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const noRows: never[] = [];

/** The menu of the user or of a guest, in the language of the screen. */
export function useMenu(): Menu {
  const messages = useMessages("layout");
  const language = useLanguage();
  const { menuTitles, navigation, paths } = use(KnownScreensContext);
  const state = useSessionState();
  const rows = state.status === "signedIn" ? state.menu : noRows;
  const roles = state.status === "signedIn" ? state.person.roles : null;
  return useMemo(
    () =>
      buildMenu(rows, {
        own: (key) => messages(key),
        titled: (english) => titleIn(language, { en: english, ar: menuTitles[english]?.ar ?? english }),
        isBuilt: (path) => paths.has(path),
        roles: roles?.map(({ code }) => code) ?? null,
        fields: navigation,
      }),
    [rows, roles, messages, language, menuTitles, navigation, paths],
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
