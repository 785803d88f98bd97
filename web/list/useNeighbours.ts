import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Total } from "#base/list.ts";
import { addressOf, grammarOf, type ListRow } from "#web/list/defineList.ts";
import { type ListMemory, pageMemoryOf, useListMemories } from "#web/list/listMemory.ts";
import { type ListState, writeListUrl } from "#web/list/listUrl.ts";
import type { PageTarget } from "#web/list/pageTargets.ts";
import { rowsOptions, useTotal } from "#web/list/useListRows.ts";
import { stringifySearch } from "#web/searchText.ts";
import { useApiClient } from "#web/useApiClient.ts";

export type Neighbours = {
  /** Position of the record in the list, from 1. */
  readonly place: number;
  readonly total: Total | null;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
};

/**
 * The records before and after one in the list as it was last seen, across its pages. Null if the record is not in it.
 */
export function useNeighbours(recalled: ListMemory, id: string): Neighbours | null {
  const router = useRouter();
  const memories = useListMemories();
  const [memory, setMemory] = useState(recalled);
  const { list, state, page } = memory;
  const index = page?.ids.indexOf(id) ?? -1;
  const total = useTotal(list, state);
  const onward = usePageAt(memory, page !== null && index === page.ids.length - 1 ? page.on : null);
  const backward = usePageAt(memory, index === 0 ? (page?.back ?? null) : null);
  if (page === null || index < 0) return null;
  const go = (to: string | undefined, next: ListMemory) => {
    if (to === undefined) return null;
    return () => {
      memories.lists.set(list.name, next);
      memories.spots.set(list.name, { query: next.query, scrollTop: 0, activeId: to });
      setMemory(next);
      void router.navigate({ to: addressOf(list, to) });
    };
  };
  const isLast = index === page.ids.length - 1;
  return {
    place: (state.place?.from ?? 1) + index,
    total,
    onPrevious: index > 0 ? go(page.ids[index - 1], memory) : backward && go(backward.page?.ids.at(-1), backward),
    onNext: isLast ? onward && go(onward.page?.ids[0], onward) : go(page.ids[index + 1], memory),
  };
}

/** The memory of an adjoining page, read when the record is at the edge of this one. */
function usePageAt(memory: ListMemory, way: PageTarget | null): ListMemory | null {
  const reach = useApiClient();
  const { list } = memory;
  const state: ListState = way ? { ...memory.state, place: way.place } : memory.state;
  const { data } = useQuery(
    { ...rowsOptions<ListRow>(reach, list as never, state), enabled: way !== null },
    reach.queryClient,
  );
  if (way === null || data === undefined) return null;
  const page = pageMemoryOf(state, data);
  return { ...memory, state, page, query: stringifySearch(writeListUrl(state, grammarOf(list))) };
}
