import { useMatch, useRouter } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { grammarOf, type ListDefinition } from "#web/list/defineList.ts";
import { type ListState, readListUrl, writeListUrl } from "#web/list/listUrl.ts";
import { stringifySearch } from "#web/searchText.ts";

/** Changes some of what the list shows. Anything but the place itself leads back to the first page. */
export type ChangeList = (patch: Partial<ListState>, how?: { readonly isReplacing?: boolean }) => void;

/** What the list shows, which is what the address says, and the way to change it. */
export function useListState(list: ListDefinition<never>): {
  readonly state: ListState;
  /** The address's query, `?status=active`: the name under which a visit is remembered. */
  readonly query: string;
  readonly change: ChangeList;
} {
  // The match's and not the location's: on the way to a record the location is already the record's.
  const query = useMatch({ strict: false, select: ({ search }) => stringifySearch(search) });
  const router = useRouter();
  const grammar = useMemo(() => grammarOf(list), [list]);
  const state = useMemo(() => readListUrl(new URLSearchParams(query), grammar), [query, grammar]);
  const change = useCallback<ChangeList>(
    (patch, { isReplacing = false } = {}) => {
      // The address and not this rendering's state: two changes may come before the next rendering.
      const before = readListUrl(new URLSearchParams(router.latestLocation.searchStr), grammar);
      const search = writeListUrl({ ...before, place: null, ...patch }, grammar);
      void router.navigate({ to: list.path, search, replace: isReplacing, resetScroll: false });
    },
    [router, grammar, list.path],
  );
  return { state, query, change };
}
