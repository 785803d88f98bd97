import type { Total } from "#base/list.ts";

/**
 * The totals of a list's views from the counts of each status; `all` is the unfiltered list, which leaves out some
 * statuses.
 */
export function statusTotals(
  byStatus: Readonly<Record<string, Total>>,
  { leftOut }: { readonly leftOut: readonly string[] },
): Record<string, Total> {
  const shown = Object.entries(byStatus).flatMap(([status, total]) => (leftOut.includes(status) ? [] : [total]));
  // A capped count plus the others would not be a count: the list itself stops counting at the cap.
  const capped = shown.find(({ isCapped }) => isCapped);
  return { ...byStatus, all: capped ?? { count: shown.reduce((sum, { count }) => sum + count, 0), isCapped: false } };
}
