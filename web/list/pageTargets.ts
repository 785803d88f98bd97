import type { Page } from "#base/list.ts";
import type { ListState, Place } from "#web/list/listUrl.ts";

/** A link to another page: its position, which is null for the first page. */
export type PageTarget = { readonly place: Place | null };

/** Null at the end of the list. */
export function wayOn(state: ListState, { rows, next }: Page<unknown>): PageTarget | null {
  return next === null ? null : { place: { cursor: next, from: (state.place?.from ?? 1) + rows.length } };
}

/**
 * Null on the first page. From the second page, the first is requested without a cursor, so that it includes rows that
 * were added at the front meanwhile.
 */
export function wayBack({ place, limit }: ListState, { previous }: Page<unknown>): PageTarget | null {
  if (place === null) return null;
  const from = place.from - limit;
  if (from <= 1) return { place: null };
  return previous === null ? null : { place: { cursor: previous, from } };
}
