import type { Page } from "#base/list.ts";
import type { ListState, Place } from "#web/list/listUrl.ts";

/** A way to another page: its place, which is null for the first page. */
export type Way = { readonly place: Place | null };

/** Null where the list ends. */
export function wayOn(state: ListState, { rows, next }: Page<unknown>): Way | null {
  return next === null ? null : { place: { cursor: next, from: (state.place?.from ?? 1) + rows.length } };
}

/**
 * Null on the first page. The page before the second is asked for without a cursor:
 * rows that were added in front meanwhile belong to it.
 */
export function wayBack({ place, limit }: ListState, { previous }: Page<unknown>): Way | null {
  if (place === null) return null;
  const from = place.from - limit;
  if (from <= 1) return { place: null };
  return previous === null ? null : { place: { cursor: previous, from } };
}
