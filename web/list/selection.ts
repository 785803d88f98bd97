/**
 * The selection of a list: single rows, collected over any number of pages, or all that match the filter. `anchor` is
 * the row selected last, where a range with Shift begins.
 */
export type Selection =
  | { readonly kind: "some"; readonly ids: ReadonlySet<string>; readonly anchor: string | null }
  | { readonly kind: "matching" };

export const nothingSelected: Selection = { kind: "some", ids: new Set(), anchor: null };
export const allMatching: Selection = { kind: "matching" };

export const isSelected = (selection: Selection, id: string) => selection.kind === "matching" || selection.ids.has(id);

export const isNothing = (selection: Selection) => selection.kind === "some" && selection.ids.size === 0;

/** `mixed` if some rows of the page are selected and some are not, like `aria-checked`. */
export function pageState(selection: Selection, pageIds: readonly string[]): "none" | "mixed" | "all" {
  const ticked = pageIds.filter((id) => isSelected(selection, id)).length;
  if (ticked === 0) return "none";
  return ticked === pageIds.length ? "all" : "mixed";
}

/**
 * Selects or unselects one row. From "all matching" it keeps only the rest of the page selected: the others can't be
 * named.
 */
export function toggle(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = new Set(named(selection, pageIds));
  if (!ids.delete(id)) ids.add(id);
  return { kind: "some", ids, anchor: id };
}

/** Adds these rows to the selection, such as those passed with Shift and an arrow. */
export function extend(selection: Selection, ids: readonly string[]): Selection {
  if (selection.kind === "matching") return selection;
  return { kind: "some", ids: new Set([...selection.ids, ...ids]), anchor: ids.at(-1) ?? selection.anchor };
}

/** Sets every row from the anchor to `id` to the new state of `id`. */
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

/** Selects the unselected rows of the page, or unselects the page if all of it is selected. */
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
