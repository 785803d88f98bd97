import { useMemo } from "react";
import type { ListDefinition } from "#web/list/defineList.ts";
import { type Filter, isLinkedOnly } from "#web/list/filters.ts";
import { useFilters } from "#web/list/useFilters.ts";

/**
 * The filters that groups may have: not those that only links set, nor those that columns depend on, such as a point
 * that distances are measured from.
 */
export function useGroupFilters(list: ListDefinition<never>): readonly Filter[] {
  const filters = useFilters(list);
  return useMemo(
    () => filters.filter((filter) => !isLinkedOnly(filter) && !list.columns.some(({ under }) => under === filter.name)),
    [filters, list.columns],
  );
}
