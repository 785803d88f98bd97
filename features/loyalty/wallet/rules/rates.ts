import { shareOf } from "#base/allocation.ts";
import { effectiveRate, type LevelRates } from "#features/retail/assignments/rules.ts";

/** The usual cashback of a product at a retailer: a rate, or an amount for each unit. */
export type CashbackRate = {
  readonly source: string;
  readonly bps: number | null;
  readonly fixedMinor: number | null;
  /** The most that the retailer's type allows, with what campaigns add. */
  readonly maxBps: number;
  /** The most for one purchase of the product. */
  readonly capMinor: number | null;
};

/** An assignment with its own cashback. */
export type AssignedCashback = NonNullable<Parameters<typeof effectiveRate>[0]> & {
  readonly currency: string | null;
  readonly cashbackCapMinor: number | null;
};

/** The rate in an order's currency. An amount of another currency is no rate of this order. */
export function rateOf(assignment: AssignedCashback, levels: LevelRates, currency: string): CashbackRate | null {
  const isOther = assignment.currency !== null && assignment.currency !== currency;
  if (isOther && assignment.cashbackMode === "fixed") return null;
  const { source, bps, fixedMinor } = effectiveRate(assignment, levels, null);
  return { source, bps, fixedMinor, maxBps: levels.maxBps, capMinor: isOther ? null : assignment.cashbackCapMinor };
}

const atMost = (amount: number, max: number | null) => (max === null ? amount : Math.min(amount, max));

/** The cashback of a line on what is paid for it. `addedBps` is what campaigns add to the rate. */
export function cashbackOf(
  { quantity, paidMinor }: { readonly quantity: number; readonly paidMinor: number },
  { bps, fixedMinor, maxBps, capMinor }: CashbackRate,
  addedBps: number,
): number {
  if (fixedMinor === null) return atMost(shareOf(paidMinor, Math.min((bps ?? 0) + addedBps, maxBps)), capMinor);
  // Compared as bigint: a fixed amount of many units may be larger than any exact number.
  const wanted = BigInt(fixedMinor) * BigInt(quantity) + BigInt(shareOf(paidMinor, addedBps));
  const most = atMost(Number((BigInt(paidMinor) * BigInt(maxBps)) / 10_000n), capMinor);
  return wanted < BigInt(most) ? Number(wanted) : most;
}
