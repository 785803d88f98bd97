import { useMemo } from "react";
import type { TreeRow } from "#features/catalogue/categories/contract.ts";
import { useStored } from "#web/ui/useStored.ts";

/** A visible row, with its place among its visible siblings. */
export type ShownRow = {
  readonly row: TreeRow;
  readonly isMatch: boolean;
  readonly hasChildren: boolean;
  /** From 1. */
  readonly place: number;
  readonly siblings: number;
};

const nothing: readonly string[] = [];

/**
 * The rows that are visible, given the closed ones. This browser remembers those; a search opens all that lead to a
 * match.
 */
export function useOpenRows(
  found: readonly { readonly row: TreeRow; readonly isMatch: boolean }[],
  isNarrowed: boolean,
) {
  const [closed, setClosed] = useStored("mizan.categories.closed", nothing);
  const shown = useMemo(() => shownOf(found, isNarrowed ? new Set() : new Set(closed)), [found, closed, isNarrowed]);
  const isOpen = (id: string) => isNarrowed || !closed.includes(id);
  const open = (id: string) => setClosed(closed.filter((each) => each !== id));
  const close = (id: string) => setClosed([...closed.filter((each) => each !== id), id]);
  return { shown, isOpen, open, close, toggle: (id: string) => (isOpen(id) ? close(id) : open(id)) };
}

function shownOf(
  found: readonly { readonly row: TreeRow; readonly isMatch: boolean }[],
  closed: ReadonlySet<string>,
): ShownRow[] {
  const ids = new Set(found.map(({ row }) => row.id));
  // Users who may not see the parent see its children as roots.
  const groupOf = ({ parentId }: TreeRow) => (parentId !== null && ids.has(parentId) ? parentId : "");
  const counts = new Map<string, number>();
  for (const { row } of found) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
  const hidden = new Set<string>();
  const places = new Map<string, number>();
  return found.flatMap(({ row, isMatch }) => {
    const group = groupOf(row);
    const place = (places.get(group) ?? 0) + 1;
    places.set(group, place);
    if (hidden.has(group) || closed.has(group)) {
      hidden.add(row.id);
      return [];
    }
    return [{ row, isMatch, hasChildren: counts.has(row.id), place, siblings: counts.get(group) ?? 1 }];
  });
}
