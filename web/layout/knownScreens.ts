import { createContext } from "react";
import { loadMessages } from "#web/i18n.ts";
import type { Transport } from "#web/call.ts";
import type { HistoryTexts, NavigationFields, Screens } from "#web/screens.ts";

/**
 * What the shell needs to know about features: translations of the server's titles, counts, paths that have a screen,
 * and where each feature's messages are.
 */
export type KnownScreens = {
  readonly menuTitles: NonNullable<Screens["menuTitles"]>;
  readonly navigation: readonly NavigationFields[];
  readonly menuCounts: Readonly<Record<string, (transport: Transport) => Promise<number>>>;
  readonly paths: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, Screens["messages"]>;
  /** By resource. */
  readonly history: ReadonlyMap<string, HistoryTexts["load"]>;
  readonly companions: readonly Screens[];
  readonly accountParts: readonly Screens[];
  readonly recordTools: readonly Screens[];
  /** The areas that fill the side panels. */
  readonly panelAreas: readonly Screens[];
};

export const KnownScreensContext = createContext<KnownScreens>({
  menuTitles: {},
  navigation: [],
  menuCounts: {},
  paths: new Set(),
  words: new Map(),
  history: new Map(),
  companions: [],
  accountParts: [],
  recordTools: [],
  panelAreas: [],
});

export const knownScreensOf = (screens: readonly Screens[]): KnownScreens => ({
  menuTitles: Object.assign({}, ...screens.map(({ menuTitles }) => menuTitles ?? {})) as KnownScreens["menuTitles"],
  navigation: screens.flatMap(({ navigation = [] }) => navigation),
  menuCounts: Object.assign({}, ...screens.map(({ menuCounts }) => menuCounts ?? {})) as KnownScreens["menuCounts"],
  paths: new Set(screens.flatMap(({ routes }) => routes.map(({ path }) => path))),
  words: new Map(screens.map(({ name, messages: words }) => [name, words])),
  history: new Map(
    screens.flatMap(({ history = [], ...area }) =>
      history.map(({ resource, load }) => {
        // With the messages of the area, which may not have been shown yet.
        const loadAll = async () => (await Promise.all([load(), loadMessages(area)]))[0];
        return [resource, loadAll] as const;
      }),
    ),
  ),
  companions: screens.filter(({ companion }) => companion),
  accountParts: screens.filter(({ accountPart }) => accountPart),
  recordTools: screens.filter(({ recordTool }) => recordTool),
  panelAreas: screens.filter(({ quickPanel, chatPanel }) => quickPanel ?? chatPanel),
});
