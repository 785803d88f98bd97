import { createContext } from "react";
import type { Screens } from "#web/screens.ts";

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
