import { createContext, use, useMemo } from "react";
import { buildMenu, type Menu, suggestionsOf } from "#web/layout/menu.ts";
import type { Screens } from "#web/screens.ts";
import { useSessionState } from "#web/session.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

/** What the menu needs to know of the features: translations of the server's titles, and which paths have a screen. */
export type KnownScreens = {
  readonly menuTitles: NonNullable<Screens["menuTitles"]>;
  readonly paths: ReadonlySet<string>;
};

export const KnownScreensContext = createContext<KnownScreens>({ menuTitles: {}, paths: new Set() });

export const knownScreensOf = (screens: readonly Screens[]): KnownScreens => ({
  menuTitles: Object.assign({}, ...screens.map(({ menuTitles }) => menuTitles ?? {})) as KnownScreens["menuTitles"],
  paths: new Set(screens.flatMap(({ routes }) => routes.map(({ path }) => path))),
});

const noRows: never[] = [];

/** The menu of whoever is signed in, in the language of the screen. */
export function useMenu(): Menu {
  const words = useWords();
  const language = useLanguage();
  const { menuTitles } = use(KnownScreensContext);
  const state = useSessionState();
  const rows = state.status === "signedIn" ? state.menu : noRows;
  return useMemo(
    () =>
      buildMenu(rows, {
        own: (key) => words(key),
        titled: (english) => (language === "en" ? english : (menuTitles[english]?.[language] ?? english)),
      }),
    [rows, words, language, menuTitles],
  );
}

/** What the menu calls a path, or null when it does not stand there. */
export function useMenuTitle(): (path: string) => string | null {
  const menu = useMenu();
  return (path) => suggestionsOf(menu).find((one) => one.path === path)?.title ?? null;
}

/** The English names of the menu's entries by path, so that search finds them in either language. */
export function useEnglishTitles(): ReadonlyMap<string, readonly string[]> {
  const state = useSessionState();
  const rows = state.status === "signedIn" ? state.menu : noRows;
  return useMemo(() => new Map(rows.map((row) => [row.ad_sub_link, [row.ad_sub_title, row.ad_main_title]])), [rows]);
}
