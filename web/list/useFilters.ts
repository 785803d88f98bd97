import { useMemo } from "react";
import type { ListDefinition } from "#web/list/defineList.ts";
import type { Filter } from "#web/list/filters.ts";
import { useOperations } from "#web/list/useOperations.ts";
import { useCan } from "#web/session.tsx";

/** The filters of a list that this user may use. */
export const useFilters = ({ filters }: ListDefinition<never>): readonly Filter[] => useAllowedFilters(filters);

/** Filters by records of an area need permission to list it. `filters` must keep its identity. */
export function useAllowedFilters(filters: readonly Filter[]): readonly Filter[] {
  const can = useCan();
  const sources = useMemo(
    () => filters.flatMap((filter) => (filter.kind === "record" ? [filter.source.operation] : [])),
    [filters],
  );
  const operations = useOperations(sources);
  const allowed = sources.filter((_, place) => {
    const operation = operations[place];
    return operation !== undefined && can(operation);
  });
  const count = allowed.length;
  return useMemo(
    () => filters.filter((filter) => filter.kind !== "record" || allowed.includes(filter.source.operation)),
    // oxlint-disable-next-line react/exhaustive-deps -- operations change while contracts load; the array is always new
    [filters, can, count],
  );
}
