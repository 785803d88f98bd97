import { sql } from "drizzle-orm";
import type { Instant } from "#base/time.ts";
import { instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { readArrays } from "#api/statements.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { campaignsTable, codesTable } from "#features/loyalty/promocodes/api/tables.ts";
import { isReachable } from "#features/loyalty/promocodes/api/service/scopes.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { missesWait } from "#features/loyalty/promocodes/api/service/misses.ts";
import { redemptionRefusals } from "#features/loyalty/promocodes/contract/calls.ts";
import type { LevelRates } from "#features/retail/assignments/rules.ts";
import { type AssignedCashback, rateOf } from "#features/loyalty/wallet/rules/rates.ts";
import type { Candidate, Facts, MemberFacts, ProductFacts } from "#features/loyalty/promocodes/rules/facts.ts";
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
  /** The offline list whose sale it is: the codes that it holds can be used. */
  readonly offlineListId?: string | undefined;
  /** True if the caller has been checked for the retailer by another permission than the operation's. */
  readonly isRetailerChecked?: true;
}

/** A candidate, and the name of the current period of each kind in its time zone. */
export interface ReadCandidate extends Candidate {
  readonly periods: Readonly<Record<Period, string>> | null;
}

export interface ReadFacts extends Facts {
  readonly productsByGtin: Readonly<Record<string, string>>;
  readonly candidates: readonly ReadCandidate[];
}

/**
 * The facts of a call at `ctx.now`, in one read without locks. Null if there is no such retailer, and also if it is outside
 * the caller's scope.
 *
 * Refuses with `too_many_codes_tried`.
 */
export async function readFacts(ctx: Ctx, input: FactsInput): Promise<ReadFacts | null> {
  // Materialized: as a subquery the function would run once for each of its three uses here.
  const read = sql`
    with read as materialized (
      select redemption_facts(${texts(input.codeKeys)}::text[], ${input.memberId}::uuid, ${input.retailerId}::uuid,
                              ${input.locationId}::uuid, ${input.currency}, ${texts(input.productIds)}::uuid[],
                              ${texts(input.gtins)}::text[], ${ctx.now}::timestamptz,
                              ${input.held?.campaignId ?? null}::uuid, ${input.held?.campaignVersion ?? null}::int) as facts
    )
    select facts, exists(select from ${retailersTable} where ${isReachable(ctx, input.retailerId)}) as "isReachable",
           ${missesWait(ctx)} as "retryAfterSeconds", array(
             select campaign.id
               from jsonb_array_elements(facts -> 'candidates') as candidate
               join ${campaignsTable} as campaign on campaign.id = (candidate #>> '{campaign,id}')::uuid
               join ${brandsTable} as brand on brand.id = campaign.owner_brand_id
              where brand.status <> 'active')::text[] as stopped, array(
             select known.code_key
               from unnest(${texts(input.codeKeys)}::text[]) as entered (code_key)
               join ${codesTable} as known
                 on known.bucket = bucket_of(entered.code_key) and known.code_key = entered.code_key
              where known.offline_list_id is not null
                and known.offline_list_id is distinct from ${input.offlineListId ?? null}::uuid) as held
      from read`;
  const [row] = (await readArrays(ctx.db, read, { hasStablePlan: true })) as [ReadRow];
  const [facts, isTheirs, retryAfterSeconds, stopped, held] = row;
  if (retryAfterSeconds !== null) throw redemptionRefusals.too_many_codes_tried({ retryAfterSeconds });
  if (facts === null || !(isTheirs || input.isRetailerChecked)) return null;
  const candidateOf = candidateWithout(stopped, held);
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

type ReadRow = [
  facts: StoredFacts | null,
  isReachable: boolean,
  retryAfterSeconds: number | null,
  stopped: readonly string[],
  held: readonly string[],
];

type StoredProduct = Omit<ProductFacts, "rate"> & {
  readonly id: string;
  readonly assignment: AssignedCashback | null;
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

/**
 * Instants inside JSON come in PostgreSQL's format. The promocodes of a brand that isn't active don't run, and codes that
 * an offline list holds can't be used.
 */
const candidateWithout =
  (stopped: readonly string[], held: readonly string[]) =>
  (candidate: ReadCandidate): ReadCandidate => ({
    ...candidate,
    code: candidate.code && {
      ...candidate.code,
      ...(held.includes(candidate.key) ? { isHeldOffline: true } : {}),
      validFrom: instantOrNull(candidate.code.validFrom),
      validTo: instantOrNull(candidate.code.validTo),
    },
    campaign: candidate.campaign && {
      ...candidate.campaign,
      pauseSource: candidate.campaign.pauseSource ?? (stopped.includes(candidate.campaign.id) ? "brand" : null),
      hijriPeriods: candidate.campaign.hijriPeriods.map((period) => ({
        ...period,
        startsAt: instant(Date.parse(period.startsAt)),
        endsAt: instant(Date.parse(period.endsAt)),
      })),
    },
  });
const instantOrNull = (at: Instant | null) => (at === null ? null : instant(Date.parse(at)));
const texts = (values: readonly string[]) => `{${values.map((value) => JSON.stringify(value)).join(",")}}`;
