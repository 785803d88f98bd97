import { type EventType, eventTypes } from "#base/eventTypes.ts";
import type { Assignment, AssignmentStatus, Price, Rate } from "#features/retail/assignments/contract/rows.ts";

/** What only tells: the rule answers afterwards as it did before. */
const tellingEvents = [
  "certificate.submitted",
  "certificate.expiring",
  "assignment.paused",
  "assignment.resumed",
  "assignment.ended",
] as const satisfies readonly EventType[];
type SettlingEvent = Exclude<EventType, (typeof tellingEvents)[number]>;

/**
 * Everything after which another answer of the rule is possible; each has words under `causes`. A new event is one of them
 * until it is named above: to look again in vain costs little, not to look leaves something promoted.
 */
export const settlingEvents: readonly SettlingEvent[] = eventTypes.filter(
  (type): type is SettlingEvent => !(tellingEvents as readonly EventType[]).includes(type),
);

type Cashback = Pick<Assignment, "cashbackMode" | "cashbackBps" | "cashbackFixedMinor">;
/** What those around an assignment give, in basis points. Null: the next level decides. */
export type LevelRates = {
  readonly productBps: number | null;
  readonly brandBps: number | null;
  readonly typeBps: number;
  /** The most that the retailer's type allows, whoever decides. */
  readonly maxBps: number;
};

/**
 * What a consumer gets back: the assignment's own rate, else the product's, the brand's, that of the retailer's type (domain
 * 1.8), and never more than the type allows. A fixed amount is measured against the price; without one nobody can tell.
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

/** The most that an amount of cashback may be at a price, of which the retailer's type allows so many of 10,000. */
export const fixedMaxMinor = ({ amountMinor }: Pick<Price, "amountMinor">, maxBps: number): number =>
  Math.floor((amountMinor * maxBps) / 10_000);

type Priced = Pick<Assignment, "priceMinor" | "currency" | "priceValidFrom" | "priceValidTo">;
type Recommended = { readonly rrpMinor: number | null; readonly rrpCurrency: string | null };

/** What it costs on a day of the retailer's: its own price while that is valid, else the recommended one. */
export function effectivePrice(own: Priced | null, { rrpMinor, rrpCurrency }: Recommended, day: string): Price | null {
  if (own !== null && own.priceMinor !== null && own.currency !== null && isOn(own, day)) {
    return { amountMinor: own.priceMinor, currency: own.currency, source: "assignment" };
  }
  return rrpMinor === null || rrpCurrency === null
    ? null
    : { amountMinor: rrpMinor, currency: rrpCurrency, source: "product" };
}

const isOn = ({ priceValidFrom, priceValidTo }: Priced, day: string) =>
  (priceValidFrom === null || priceValidFrom <= day) && (priceValidTo === null || day <= priceValidTo);

/** What an assignment is at an instant: a period that has run out has ended, whether the job was there or not. */
export const statusAt = (
  { status, endsAt }: { readonly status: AssignmentStatus; readonly endsAt: string | null },
  at: string,
): AssignmentStatus => (status !== "ended" && endsAt !== null && endsAt <= at ? "ended" : status);

type Termed = Pick<
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

/** Assigned from a moment on that is yet to come. */
export const isScheduled = (
  { status, startsAt }: { readonly status: AssignmentStatus; readonly startsAt: string },
  at: string,
): boolean => status !== "ended" && startsAt > at;

/** What does not hold together in an assignment's terms, field by field. */
export function termsProblems(terms: Termed): TermsProblem[] {
  const problems: TermsProblem[] = [];
  const say = (path: keyof Termed, code: string, message: string) => void problems.push({ path, code, message });
  const hasMoney = [terms.priceMinor, terms.cashbackFixedMinor, terms.cashbackCapMinor].some((each) => each !== null);
  if (hasMoney && terms.currency === null) say("currency", "currency_for_amount", "An amount needs a currency.");
  if (terms.priceValidFrom !== null && terms.priceValidTo !== null && terms.priceValidTo < terms.priceValidFrom) {
    say("priceValidTo", "ends_before_start", "Ends before it begins.");
  }
  if (terms.endsAt !== null && terms.endsAt < terms.startsAt)
    say("endsAt", "ends_before_start", "Ends before it begins.");
  if (terms.cashbackMode === "bps" && terms.cashbackBps === null) say("cashbackBps", "rate_missing", "Say how much.");
  if (terms.cashbackMode === "fixed" && terms.cashbackFixedMinor === null) {
    say("cashbackFixedMinor", "rate_missing", "Say how much.");
  }
  const { cashbackMode, cashbackFixedMinor: fixed, cashbackCapMinor: cap } = terms;
  if (cashbackMode === "fixed" && fixed !== null && cap !== null && cap < fixed) {
    say("cashbackCapMinor", "cap_below_amount", "Less than one product brings.");
  }
  return problems;
}

/** Only what the mode speaks of is kept. */
export const cashbackOf = <Terms extends Cashback>(terms: Terms): Terms => ({
  ...terms,
  cashbackBps: terms.cashbackMode === "bps" ? terms.cashbackBps : null,
  cashbackFixedMinor: terms.cashbackMode === "fixed" ? terms.cashbackFixedMinor : null,
});
