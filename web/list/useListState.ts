import { useMatch, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { grammarOf, type ListDefinition } from "#web/list/defineList.ts";
import { type ListGrammar, type ListState, readListUrl, writeListUrl } from "#web/list/listUrl.ts";
import type { ListPreferences } from "#web/list/preferences.ts";
import { defaultState } from "#web/list/useViews.ts";
import { type Search, stringifySearch } from "#web/searchText.ts";
import { useLanguage } from "#web/useMessages.ts";

/** Changes part of what the list shows. Any change but that of the page goes back to the first page. */
export type ChangeList = (patch: Partial<ListState>, how?: { readonly isReplacing?: boolean }) => void;

/** What the list shows, as read from the address, and a function to change it. */
export function useListState(
  list: ListDefinition<never>,
  preferences: ListPreferences,
): {
  readonly state: ListState;
  /** The address's query, `?status=active`: the key under which a visit is remembered. */
  readonly query: string;
  readonly change: ChangeList;
} {
  // From the match and not the location: while a record opens, the location is already the record's.
  const query = useMatch({ strict: false, select: ({ search }) => queryOf(search) });
  const router = useRouter();
  const language = useLanguage();
  const grammar = useMemo(() => grammarOf(list, language), [list, language]);
  const initial = useMemo(() => defaultState(list, grammar, preferences), [list, grammar, preferences]);
  const state = useMemo(() => readState(query, grammar, initial), [query, grammar, initial]);
  const change = useCallback<ChangeList>(
    (patch, { isReplacing = false } = {}) => {
      // From the address and not this render's state: two changes may come before the next render.
      const before = readState(queryOf(router.latestLocation.search), grammar, initial);
      const search = writeListUrl({ ...before, place: null, ...patch }, grammar);
      void router.navigate({ to: list.path, search, replace: isReplacing, resetScroll: false });
    },
    [router, grammar, initial, list.path],
  );
  return { state, query, change };
}

/** The record in the preview is not part of what the list shows. */
const queryOf = ({ preview: _, ...search }: Search) => stringifySearch(search);

const readState = (query: string, grammar: ListGrammar, initial: ListState): ListState =>
  query === "" ? initial : readListUrl(new URLSearchParams(query), grammar);
