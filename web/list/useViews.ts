import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { grammarOf, type ListDefinition } from "#web/list/defineList.ts";
import { firstState, type ListGrammar, type ListState, readListUrl, writeListUrl } from "#web/list/listUrl.ts";
import type { Display, ListPreferences, SavedView } from "#web/list/preferences.ts";
import { stringifySearch } from "#web/searchText.ts";

/** One tab. `saved` is null for a declared view, whose title is one of the feature's messages. */
export type ViewTab = {
  readonly id: string;
  readonly saved: SavedView | null;
  readonly search: string;
  readonly state: ListState;
};

export type ListViews = ReturnType<typeof useViews>;

export const allViewId = "all";

/** The views of a list, the current one, and whether it was changed since it was saved. */
export function useViews(
  list: ListDefinition<never>,
  state: ListState,
  [preferences, prefer]: readonly [ListPreferences, (change: Partial<Display>) => void],
) {
  const router = useRouter();
  const grammar = useMemo(() => grammarOf(list), [list]);
  const tabs = useMemo(() => tabsOf(list, grammar, preferences), [list, grammar, preferences]);
  const current = currentTab(tabs, state, grammar);
  const go = (next: ListState) =>
    void router.navigate({ to: list.path, search: writeListUrl(next, grammar), resetScroll: false });
  const isExact = isSameLook(current, state, grammar);
  return {
    tabs,
    current,
    /** Shows the same records as the current view, whatever the columns and row height. */
    isExact,
    isModified: current.id !== allViewId && !(isExact && isSavedDisplay(preferences, current.saved)),
    isDefault: current.id === (preferences.defaultView ?? allViewId),
    show: (tab: ViewTab) => {
      const { saved } = tab;
      if (saved && !isSavedDisplay(preferences, saved)) prefer({ columns: saved.columns, density: saved.density });
      go(tab.state);
    },
    /** Opens the saved view of which only the id is known yet. */
    showSaved: (id: string) => go({ ...state, view: id }),
    /** What is shown now, to be saved as a view. */
    shown: {
      query: viewParameters(state, grammar),
      columns: preferences.columns,
      density: preferences.density,
    },
    /** Opens the list with the current view, or with all records again. */
    setDefault: (isDefault: boolean) =>
      prefer({ defaultView: isDefault && current.id !== allViewId ? current.id : null }),
  };
}

function tabsOf(list: ListDefinition<never>, grammar: ListGrammar, { views, defaultView }: ListPreferences): ViewTab[] {
  const first = firstState(grammar);
  const tab = (id: string, saved: SavedView | null, state: ListState): ViewTab => ({
    id,
    saved,
    state,
    search: stringifySearch(writeListUrl(state, grammar)),
  });
  return [
    // The address without a query opens the default view.
    tab(allViewId, null, { ...first, view: defaultView === null ? null : allViewId }),
    ...list.views.map((view) => tab(view.id, null, declaredState(view, grammar))),
    ...views.map((saved) => tab(saved.id, saved, savedState(saved, grammar))),
  ];
}

const declaredState = ({ id, filters }: ListDefinition<never>["views"][number], grammar: ListGrammar): ListState => ({
  ...firstState(grammar),
  filters,
  view: id,
});

const savedState = ({ id, query }: SavedView, grammar: ListGrammar): ListState => ({
  ...readListUrl(new URLSearchParams(query), grammar),
  view: id,
});

/** What the list shows at its address without a query. */
export function defaultState(
  list: ListDefinition<never>,
  grammar: ListGrammar,
  { views, defaultView }: ListPreferences,
): ListState {
  const saved = views.find(({ id }) => id === defaultView);
  if (saved) return savedState(saved, grammar);
  const declared = list.views.find(({ id }) => id === defaultView);
  return declared ? declaredState(declared, grammar) : firstState(grammar);
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
const isSavedDisplay = (shown: Display, saved: SavedView | null): boolean =>
  saved === null || displayKey(saved) === displayKey(shown);

/** The database keeps no order of the names in a table. */
const displayKey = ({ columns: { order, shown, pinned }, density }: Pick<Display, "columns" | "density">) =>
  JSON.stringify([order, Object.entries(shown).toSorted(), pinned, density]);
