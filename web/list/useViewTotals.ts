import type { Operation } from "#base/contract.ts";
import type { Total } from "#base/list.ts";
import type { ListDefinition, ListRow } from "#web/list/defineList.ts";
import type { ListModel } from "#web/list/useList.ts";
import { useRead } from "#web/operations.ts";

/**
 * The number of records in each view, by its id: from the area's own count if there is one, and the current view's
 * total.
 */
export function useViewTotals<Row extends ListRow>(
  { counts }: ListDefinition<Row>,
  { views, total }: Pick<ListModel<Row>, "views" | "total">,
): Readonly<Record<string, Total>> {
  const { data } = useRead(counts?.operation ?? noOperation, {}, { isEnabled: counts !== undefined });
  const counted = counts && data !== undefined ? counts.totalsOf(data) : {};
  return total !== null && views.isExact ? { ...counted, [views.current.id]: total } : counted;
}

const noOperation = { method: "GET", path: "/" } as unknown as Operation;
