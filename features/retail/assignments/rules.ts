import { type EventType, eventTypes } from "#base/eventTypes.ts";
import type { Assignment, AssignmentStatus, Price, Rate } from "#features/retail/assignments/contract/rows.ts";

/** Events that don’t change the result of the rule: they only notify, or move dates that it doesn’t read. */
const informingEvents = [
  "certificate.submitted",
  "certificate.expiring",
  "assignment.paused",
  "assignment.resumed",
  "assignment.ended",
  "sighting.changed",
] as const satisfies readonly EventType[];
type ReevaluatingEvent = Exclude<EventType, (typeof informingEvents)[number]>;

/**
 * All events that may change the result of the rule; each has a message under `causes`. New events are included unless
 * they are listed above: a needless reevaluation costs little, but a missing one leaves something promoted.
 */
export const reevaluatingEvents: readonly ReevaluatingEvent[] = eventTypes.filter(
  (type): type is ReevaluatingEvent => !(informingEvents as readonly EventType[]).includes(type),
);

type Cashback = Pick<Assignment, "cashbackMode" | "cashbackBps" | "cashbackFixedMinor">;
/** The rates of the other levels, in basis points. Null: the next level decides. */
export type LevelRates = {
  readonly productBps: number | null;
  readonly brandBps: number | null;
  readonly typeBps: number;
  /** The maximum of the retailer's type, for rates of every level. */
  readonly maxBps: number;
};

/**
 * A consumer's cashback: the assignment's own rate, else the product's, the brand's, or the retailer type's (domain
 * 1.8), and never more than the type allows. A fixed amount is limited by the price; without a price it can't be
 * checked.
 */
export function effectiveRate(
  own: Cashback | null,
  levels: LevelRates,
  price: Pick<Price, "amountMinor"> | null,
): Rate {
  if (own?.cashbackMode === "fixed") {
    const wanted = own.cashbackFixedMinor ?? 0;
    const most = price === null ? wanted : fixedMaxMinor(price, levels.maxBps);
    return { source: "assignment", bps: null, fixedMinor: Math.min(wanted, most), isCapped: wanted > most };
  }
  const [source, wanted] = decidingLevel(own?.cashbackMode === "bps" ? (own.cashbackBps ?? 0) : null, levels);
  return { source, bps: Math.min(wanted, levels.maxBps), fixedMinor: null, isCapped: wanted > levels.maxBps };
}

function decidingLevel(ownBps: number | null, { productBps, brandBps, typeBps }: LevelRates): [Rate["source"], number] {
  if (ownBps !== null) return ["assignment", ownBps];
  if (productBps !== null) return ["product", productBps];
  return brandBps === null ? ["retailerType", typeBps] : ["brand", brandBps];
}

/** The maximum cashback amount at a price, if the retailer's type allows `maxBps`. */
export const fixedMaxMinor = ({ amountMinor }: Pick<Price, "amountMinor">, maxBps: number): number =>
  Math.floor((amountMinor * maxBps) / 10_000);

type PriceTerms = Pick<Assignment, "priceMinor" | "currency" | "priceValidFrom" | "priceValidTo">;
type RecommendedPrice = { readonly rrpMinor: number | null; readonly rrpCurrency: string | null };

/** The price on a day of the retailer's time zone: its own price while that is valid, else the recommended one. */
export function effectivePrice(
  own: PriceTerms | null,
  { rrpMinor, rrpCurrency }: RecommendedPrice,
  day: string,
): Price | null {
  if (own !== null && own.priceMinor !== null && own.currency !== null && isOn(own, day)) {
    return { amountMinor: own.priceMinor, currency: own.currency, source: "assignment" };
  }
  return rrpMinor === null || rrpCurrency === null
    ? null
    : { amountMinor: rrpMinor, currency: rrpCurrency, source: "product" };
}

const isOn = ({ priceValidFrom, priceValidTo }: PriceTerms, day: string) =>
  (priceValidFrom === null || priceValidFrom <= day) && (priceValidTo === null || day <= priceValidTo);

/** The status of an assignment at an instant: an expired period counts as ended, even before the job has run. */
export const statusAt = (
  { status, endsAt }: { readonly status: AssignmentStatus; readonly endsAt: string | null },
  at: string,
): AssignmentStatus => (status !== "ended" && endsAt !== null && endsAt <= at ? "ended" : status);

type AssignmentTerms = Pick<
  Assignment,
  | "priceMinor"
  | "currency"
  | "priceValidFrom"
  | "priceValidTo"
  | "cashbackMode"
  | "cashbackBps"
  | "cashbackFixedMinor"
  | "cashbackCapMinor"
  | "startsAt"
  | "endsAt"
>;
export type TermsProblem = { readonly path: string; readonly code: string; readonly message: string };

/** Begins in the future. */
export const isScheduled = (
  { status, startsAt }: { readonly status: AssignmentStatus; readonly startsAt: string },
  at: string,
): boolean => status !== "ended" && startsAt > at;

/** Inconsistencies in an assignment's terms, by field. */
export function termsProblems(terms: AssignmentTerms): TermsProblem[] {
  const problems: TermsProblem[] = [];
  const say = (path: keyof AssignmentTerms, code: string, message: string) =>
    void problems.push({ path, code, message });
  const hasMoney = [terms.priceMinor, terms.cashbackFixedMinor, terms.cashbackCapMinor].some((each) => each !== null);
  if (hasMoney && terms.currency === null) say("currency", "currency_for_amount", "Choose a currency for this amount.");
  if (terms.priceValidFrom !== null && terms.priceValidTo !== null && terms.priceValidTo < terms.priceValidFrom) {
    say("priceValidTo", "ends_before_start", "The end date can’t be before the start date.");
  }
  if (terms.endsAt !== null && terms.endsAt < terms.startsAt)
    say("endsAt", "ends_before_start", "The end date can’t be before the start date.");
  if (terms.cashbackMode === "bps" && terms.cashbackBps === null)
    say("cashbackBps", "rate_missing", "Enter a rate or amount.");
  if (terms.cashbackMode === "fixed" && terms.cashbackFixedMinor === null) {
    say("cashbackFixedMinor", "rate_missing", "Enter a rate or amount.");
  }
  const { cashbackMode, cashbackFixedMinor: fixed, cashbackCapMinor: cap } = terms;
  if (cashbackMode === "fixed" && fixed !== null && cap !== null && cap < fixed) {
    say("cashbackCapMinor", "cap_below_amount", "Enter at least the cashback of one product.");
  }
  return problems;
}

/** Keeps only the amounts that the mode uses. */
export const cashbackOf = <Terms extends Cashback>(terms: Terms): Terms => ({
  ...terms,
  cashbackBps: terms.cashbackMode === "bps" ? terms.cashbackBps : null,
  cashbackFixedMinor: terms.cashbackMode === "fixed" ? terms.cashbackFixedMinor : null,
});
