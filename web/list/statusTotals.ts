import type { Total } from "#base/list.ts";

/**
 * The totals of a list's views from the counts of each status; `all` is what the list shows without a filter, which leaves
 * out some.
 */
export function statusTotals(
  byStatus: Readonly<Record<string, Total>>,
  { leftOut }: { readonly leftOut: readonly string[] },
): Record<string, Total> {
  const shown = Object.entries(byStatus).flatMap(([status, total]) => (leftOut.includes(status) ? [] : [total]));
  // Not what is capped and the rest together: the list itself stops counting there.
  const capped = shown.find(({ isCapped }) => isCapped);
  return { ...byStatus, all: capped ?? { count: shown.reduce((sum, { count }) => sum + count, 0), isCapped: false } };
}
