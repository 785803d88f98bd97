import { useMemo } from "react";
import type { ListDefinition } from "#web/list/defineList.ts";
import type { Filter } from "#web/list/filters.ts";
import { useCan } from "#web/session.tsx";

/** The filters that this person can use: those by records of an area only with leave to list it. */
export function useFilters({ filters }: ListDefinition<never>): readonly Filter[] {
  const can = useCan();
  return useMemo(
    () => filters.filter((filter) => filter.kind !== "record" || can(filter.source.operation)),
    [filters, can],
  );
}
