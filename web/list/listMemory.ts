import type { ListState } from "#web/list/listUrl.ts";
import { nothingSelected, type Selection } from "#web/list/selection.ts";

/**
 * Where somebody was in a list, so that opening a record and coming back loses nothing, and the record knows its
 * neighbours. Lives as long as the page: what must survive a reload stands in the address.
 */
export type ListMemory = {
  /** The address's query, `?status=active`. */
  readonly query: string;
  readonly state: ListState;
  readonly selection: Selection;
};

/** Where the eye and the keyboard were. Changes too often to be drawn. */
export type ListSpot = { readonly query: string; readonly scrollTop: number; readonly activeId: string | null };

const memories = new Map<string, ListMemory>();
const spots = new Map<string, ListSpot>();

export const recallList = (name: string): ListMemory | null => memories.get(name) ?? null;
export const rememberList = (name: string, memory: ListMemory): void => void memories.set(name, memory);
export const rememberSpot = (name: string, spot: ListSpot): void => void spots.set(name, spot);

/** What is kept of the last visit when the list is shown again at this address. */
export function recallVisit(name: string, query: string): Pick<ListMemory, "selection"> & Omit<ListSpot, "query"> {
  const memory = memories.get(name);
  const spot = spots.get(name);
  return {
    selection: memory?.query === query ? memory.selection : nothingSelected,
    scrollTop: spot?.query === query ? spot.scrollTop : 0,
    activeId: spot?.query === query ? spot.activeId : null,
  };
}
