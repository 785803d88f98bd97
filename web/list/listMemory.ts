import type { Page } from "#base/list.ts";
import type { Transport } from "#web/call.ts";
import type { ListDefinition } from "#web/list/defineList.ts";
import type { ListState } from "#web/list/listUrl.ts";
import { type PageTarget, wayBack, wayOn } from "#web/list/pageTargets.ts";
import { nothingSelected, type Selection } from "#web/list/selection.ts";
import { useTransport } from "#web/transport.ts";

/**
 * Where the user was in a list, so that opening a record and coming back loses nothing, and the record knows its
 * neighbours. Kept in memory until the page is closed: what must survive a reload is in the address.
 */
export type ListMemory = {
  readonly list: ListDefinition<never>;
  /** The address's query, `?status=active`. */
  readonly query: string;
  readonly state: ListState;
  readonly selection: Selection;
  readonly page: PageMemory | null;
};

/** The records of a page as they were read: one that has changed may no longer match the list. */
export type PageMemory = {
  readonly ids: readonly string[];
  readonly on: PageTarget | null;
  readonly back: PageTarget | null;
};

export const pageMemoryOf = (state: ListState, page: Page<{ readonly id: string }>): PageMemory => ({
  ids: page.rows.map(({ id }) => id),
  on: wayOn(state, page),
  back: wayBack(state, page),
});

/** The scroll position and the focused row. They change too often for React state. */
export type ListSpot = { readonly query: string; readonly scrollTop: number; readonly activeId: string | null };

/** The lists of one user by name. */
export type ListMemories = {
  readonly lists: Map<string, ListMemory>;
  readonly spots: Map<string, ListSpot>;
  /** What the widths of the columns were last measured for (`useColumnWidths`). */
  readonly measured: Map<string, string>;
};

const memoriesByTransport = new WeakMap<Transport, ListMemories>();

/** Stored by transport, like the cache: the next user who signs in starts fresh. */
export function useListMemories(): ListMemories {
  const transport = useTransport();
  const memories = memoriesByTransport.get(transport) ?? {
    lists: new Map(),
    spots: new Map(),
    measured: new Map(),
  };
  memoriesByTransport.set(transport, memories);
  return memories;
}

/** What is restored from the last visit when the list is shown again at this address. */
export function recallVisit(
  { lists, spots }: ListMemories,
  name: string,
  query: string,
): Pick<ListMemory, "selection"> & Omit<ListSpot, "query"> {
  const memory = lists.get(name);
  const spot = spots.get(name);
  return {
    selection: memory?.query === query ? memory.selection : nothingSelected,
    scrollTop: spot?.query === query ? spot.scrollTop : 0,
    activeId: spot?.query === query ? spot.activeId : null,
  };
}
