import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { grammarOf, type ListDefinition } from "#web/list/defineList.ts";
import { firstState, type ListGrammar, type ListState, readListUrl, writeListUrl } from "#web/list/listUrl.ts";
import type { ListPreferences, SavedView } from "#web/list/preferences.ts";
import { stringifySearch } from "#web/searchText.ts";

/** One tab. `name` is null for a declared view, whose title is one of the feature's messages. */
export type ViewTab = {
  readonly id: string;
  readonly name: string | null;
  readonly search: string;
  readonly state: ListState;
  readonly isOwn: boolean;
};

export type ListViews = ReturnType<typeof useViews>;

export const allViewId = "all";

/** The views of a list, the current one, and whether it was changed since it was saved. */
export function useViews(
  list: ListDefinition<never>,
  state: ListState,
  [preferences, prefer]: readonly [ListPreferences, (change: Partial<ListPreferences>) => void],
) {
  const router = useRouter();
  const grammar = useMemo(() => grammarOf(list), [list]);
  const tabs = useMemo(() => tabsOf(list, grammar, preferences.views), [list, grammar, preferences.views]);
  const current = currentTab(tabs, state, grammar);
  const go = (next: ListState) =>
    void router.navigate({ to: list.path, search: writeListUrl(next, grammar), resetScroll: false });
  const isExact = isSameLook(current, state, grammar);
  const look = { columns: preferences.columns, density: preferences.density };
  return {
    tabs,
    current,
    /** Shows the same records as the current view, whatever the columns and row height. */
    isExact,
    isModified: current.id !== allViewId && !(isExact && isSavedDisplay(preferences, current.id)),
    show: (tab: ViewTab) => {
      const saved = preferences.views.find(({ id }) => id === tab.id);
      if (saved) prefer({ columns: saved.columns, density: saved.density });
      go(tab.state);
    },
    save: (name: string) => {
      const id = crypto.randomUUID().slice(0, 8);
      prefer({ views: [...preferences.views, { id, name, query: viewParameters(state, grammar), ...look }] });
      go({ ...state, view: id });
    },
    /** Saves what is shown now as the view. */
    keep: () =>
      prefer({
        views: preferences.views.map((view) =>
          view.id === current.id ? { ...view, query: viewParameters(state, grammar), ...look } : view,
        ),
      }),
    remove: () => {
      prefer({ views: preferences.views.filter(({ id }) => id !== current.id) });
      go({ ...state, view: null });
    },
  };
}

function tabsOf(list: ListDefinition<never>, grammar: ListGrammar, saved: readonly SavedView[]): ViewTab[] {
  const first = firstState(grammar);
  const tab = (id: string, name: string | null, state: ListState): ViewTab => ({
    id,
    name,
    state,
    search: stringifySearch(writeListUrl(state, grammar)),
    isOwn: name !== null,
  });
  return [
    tab(allViewId, null, first),
    ...list.views.map(({ id, filters }) => tab(id, null, { ...first, filters, view: id })),
    ...saved.map(({ id, name, query }) =>
      tab(id, name, { ...readListUrl(new URLSearchParams(query), grammar), view: id }),
    ),
  ];
}

/** The view that the address names; else one that shows the same; else all records, narrowed. */
function currentTab(tabs: readonly ViewTab[], state: ListState, grammar: ListGrammar): ViewTab {
  const named = tabs.find(({ id }) => id === state.view);
  return named ?? tabs.find((tab) => isSameLook(tab, state, grammar)) ?? tabs[0]!;
}

/** The current page and the number of rows are not part of a view. */
function viewParameters(state: ListState, grammar: ListGrammar): Record<string, string> {
  return writeListUrl({ ...state, view: null, place: null, limit: firstState(grammar).limit }, grammar);
}

const isSameLook = (tab: ViewTab, state: ListState, grammar: ListGrammar) =>
  stringifySearch(viewParameters(tab.state, grammar)) === stringifySearch(viewParameters(state, grammar));

/** Columns and row height are part of a saved view; a declared view has none of its own. */
function isSavedDisplay({ views, columns, density }: ListPreferences, id: string): boolean {
  const saved = views.find((view) => view.id === id);
  return !saved || JSON.stringify([saved.columns, saved.density]) === JSON.stringify([columns, density]);
}
