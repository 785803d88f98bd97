/**
 * What is ticked in a list: single rows, gathered over as many pages as one likes, or all that match the filter.
 * `anchor` is the row ticked last, where a range with Shift begins.
 */
export type Selection =
  | { readonly kind: "some"; readonly ids: ReadonlySet<string>; readonly anchor: string | null }
  | { readonly kind: "matching" };

export const nothingSelected: Selection = { kind: "some", ids: new Set(), anchor: null };
export const allMatching: Selection = { kind: "matching" };

export const isSelected = (selection: Selection, id: string) => selection.kind === "matching" || selection.ids.has(id);

export const isNothing = (selection: Selection) => selection.kind === "some" && selection.ids.size === 0;

/** `mixed` when some rows of the page are ticked and some are not, as `aria-checked` has it. */
export function pageState(selection: Selection, pageIds: readonly string[]): "none" | "mixed" | "all" {
  const ticked = pageIds.filter((id) => isSelected(selection, id)).length;
  if (ticked === 0) return "none";
  return ticked === pageIds.length ? "all" : "mixed";
}

/** Ticks or unticks one row. Out of "all matching" it leaves the rest of the page ticked: the others cannot be named. */
export function toggle(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = new Set(named(selection, pageIds));
  if (!ids.delete(id)) ids.add(id);
  return { kind: "some", ids, anchor: id };
}

/** Ticks these rows as well, such as those that Shift and an arrow walk over. */
export function extend(selection: Selection, ids: readonly string[]): Selection {
  if (selection.kind === "matching") return selection;
  return { kind: "some", ids: new Set([...selection.ids, ...ids]), anchor: ids.at(-1) ?? selection.anchor };
}

/** Gives every row from the anchor to `id` the state that `id` is about to get. */
export function toggleRange(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const anchor = selection.kind === "some" && selection.anchor !== null ? pageIds.indexOf(selection.anchor) : -1;
  if (anchor < 0) return toggle(selection, id, pageIds);
  const end = pageIds.indexOf(id);
  const range = pageIds.slice(Math.min(anchor, end), Math.max(anchor, end) + 1);
  const isTicking = !isSelected(selection, id);
  const ids = new Set(named(selection, pageIds));
  for (const one of range) {
    if (isTicking) ids.add(one);
    else ids.delete(one);
  }
  return { kind: "some", ids, anchor: id };
}

/** Ticks what of the page is not ticked yet, or unticks the page when all of it is. */
export function togglePage(selection: Selection, pageIds: readonly string[]): Selection {
  const isFull = pageState(selection, pageIds) === "all";
  const ids = new Set(named(selection, pageIds));
  for (const id of pageIds) {
    if (isFull) ids.delete(id);
    else ids.add(id);
  }
  return { kind: "some", ids, anchor: null };
}

const named = (selection: Selection, pageIds: readonly string[]): Iterable<string> =>
  selection.kind === "some" ? selection.ids : pageIds;
