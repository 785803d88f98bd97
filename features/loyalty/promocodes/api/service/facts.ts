import { sql } from "drizzle-orm";
import type { Instant } from "#base/time.ts";
import { instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { effectiveRate, type LevelRates } from "#features/retail/assignments/rules.ts";
import type {
  Candidate,
  CashbackRate,
  Facts,
  MemberFacts,
  ProductFacts,
} from "#features/loyalty/promocodes/rules/facts.ts";
import type { Period } from "#features/loyalty/promocodes/rules/terms.ts";

/** What a call asks about, with the codes as they are compared. */
export interface FactsInput {
  readonly codeKeys: readonly string[];
  readonly memberId: string | null;
  readonly retailerId: string;
  readonly locationId: string | null;
  readonly currency: string;
  readonly productIds: readonly string[];
  readonly gtins: readonly string[];
  /** The reservation that the call is about: the terms of its version apply. */
  readonly held?: { readonly campaignId: string; readonly campaignVersion: number } | undefined;
}

/** A candidate, and the name of the current period of each kind in its time zone. */
export interface ReadCandidate extends Candidate {
  readonly periods: Readonly<Record<Period, string>> | null;
}

export interface ReadFacts extends Facts {
  readonly productsByGtin: Readonly<Record<string, string>>;
  readonly candidates: readonly ReadCandidate[];
}

/** The facts of a call at `ctx.now`, in one read without locks. Null if there is no such retailer. */
export async function readFacts(ctx: Ctx, input: FactsInput): Promise<ReadFacts | null> {
  const read = await ctx.db.execute(sql`
    select redemption_facts(${texts(input.codeKeys)}::text[], ${input.memberId}::uuid, ${input.retailerId}::uuid,
                            ${input.locationId}::uuid, ${input.currency}, ${texts(input.productIds)}::uuid[],
                            ${texts(input.gtins)}::text[], ${ctx.now}::timestamptz,
                            ${input.held?.campaignId ?? null}::uuid, ${input.held?.campaignVersion ?? null}::int) as facts`);
  const facts = (read as { rows: { facts: StoredFacts | null }[] }).rows[0]?.facts ?? null;
  if (facts === null) return null;
  return {
    at: ctx.now,
    retailer: facts.retailer,
    locationId: input.locationId,
    sightings: facts.sightings,
    member: facts.member,
    productsByGtin: facts.productsByGtin,
    products: new Map(facts.products.map((product) => [product.id, productFacts(product, input.currency)])),
    candidates: facts.candidates.map(candidateOf),
  };
}

type StoredProduct = Omit<ProductFacts, "rate"> & {
  readonly id: string;
  readonly assignment:
    | (NonNullable<Parameters<typeof effectiveRate>[0]> & { currency: string | null; cashbackCapMinor: number | null })
    | null;
  readonly levels: LevelRates;
};

type StoredFacts = {
  readonly retailer: Facts["retailer"];
  readonly sightings: Facts["sightings"];
  readonly member: MemberFacts | null;
  readonly productsByGtin: ReadFacts["productsByGtin"];
  readonly products: readonly StoredProduct[];
  readonly candidates: readonly ReadCandidate[];
};

function productFacts({ id: _, assignment, levels, ...facts }: StoredProduct, currency: string): ProductFacts {
  return { ...facts, rate: assignment && rateOf(assignment, levels, currency) };
}

/** An amount of another currency is no rate of this order. */
function rateOf(
  assignment: NonNullable<StoredProduct["assignment"]>,
  levels: LevelRates,
  currency: string,
): CashbackRate | null {
  const isOther = assignment.currency !== null && assignment.currency !== currency;
  if (isOther && assignment.cashbackMode === "fixed") return null;
  const { source, bps, fixedMinor } = effectiveRate(assignment, levels, null);
  return { source, bps, fixedMinor, maxBps: levels.maxBps, capMinor: isOther ? null : assignment.cashbackCapMinor };
}

/** Instants inside JSON come in PostgreSQL's format. */
const candidateOf = (candidate: ReadCandidate): ReadCandidate => ({
  ...candidate,
  code: candidate.code && {
    ...candidate.code,
    validFrom: instantOrNull(candidate.code.validFrom),
    validTo: instantOrNull(candidate.code.validTo),
  },
  campaign: candidate.campaign && {
    ...candidate.campaign,
    hijriPeriods: candidate.campaign.hijriPeriods.map((period) => ({
      ...period,
      startsAt: instant(Date.parse(period.startsAt)),
      endsAt: instant(Date.parse(period.endsAt)),
    })),
  },
});
const instantOrNull = (at: Instant | null) => (at === null ? null : instant(Date.parse(at)));
const texts = (values: readonly string[]) => `{${values.map((value) => JSON.stringify(value)).join(",")}}`;
