import type { FactsInput, ReadCandidate } from "#features/loyalty/promocodes/api/service/facts.ts";
import type { CountedUse } from "#features/loyalty/promocodes/api/service/statements.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

/** Whose uses the terms limit. */
export function countedUses(
  { memberId, retailerId, locationId }: FactsInput,
  { limits }: Terms,
  { periods }: ReadCandidate,
): CountedUse[] {
  const ofMember =
    memberId === null || periods === null
      ? []
      : limits.perMember.map(({ period, uses }) => ({
          id: memberId,
          period: periods[period],
          max: uses,
          refusal: period === "campaign" ? "member_limit_reached" : "period_limit_reached",
        }));
  const all = [
    ...ofMember,
    ...limitOf(retailerId, limits.perRetailer, "retailer_limit_reached"),
    ...limitOf(locationId, limits.perLocation, "location_limit_reached"),
  ];
  // In one order, as several calls lock them.
  return all.toSorted((one, other) => (`${one.id} ${one.period}` < `${other.id} ${other.period}` ? -1 : 1));
}

const limitOf = (id: string | null, max: number | null, refusal: string): CountedUse[] =>
  id === null || max === null ? [] : [{ id, period: "", max, refusal }];
