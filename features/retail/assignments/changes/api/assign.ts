import { and, inArray, sql } from "drizzle-orm";
import { bulkMax, bulkRefusals } from "#base/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { whereOf } from "#api/list.ts";
import { candidateList, selectedProducts } from "#features/retail/assignments/panes/api/candidates.ts";
import { type Pair, pairKey, readVerdicts, type Verdict } from "#features/retail/assignments/changes/api/findings.ts";
import { type Period, periodsOf, readTaken } from "#features/retail/assignments/api/service/periods.ts";
import { factsOf, isBlocked, type Plan, type PlanLine } from "#features/retail/assignments/changes/api/plans.ts";
import { instantOf, rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { productScope, uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import {
  type RetailerReach,
  reachOf,
  readRetailerTerms,
  requirePlaces,
  sellsIn,
  type RetailerTerms,
} from "#features/retail/assignments/api/service/retailers.ts";
import { endRows, insertRows, type NewAssignment } from "#features/retail/assignments/api/service/writeRows.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import type { CandidateFilter, Change, LineOutcome } from "#features/retail/assignments/contract/changes.ts";
import { statusAt } from "#features/retail/assignments/rules.ts";

type Assign = Extract<Change, { kind: "assign" }>;
type Copy = Extract<Change, { kind: "copy" }>;

/** Terms of new assignments by default. */
const plain: NewAssignment["terms"] = {
  priceMinor: null,
  currency: null,
  stockStatus: "unknown",
  cashbackMode: "inherit",
  cashbackBps: null,
  cashbackFixedMinor: null,
  cashbackCapMinor: null,
  consumerCapPerMonth: null,
  retailerSku: null,
  shelfUrl: null,
};

/** Assigns products to retailers; the promotion rule checks each pair. Refuses with `not_found` and `too_many_rows`. */
export async function planAssigning(ctx: Ctx, change: Assign): Promise<Plan> {
  const pairs = await pairsOf(ctx, change.target);
  const shops = await readRetailerTerms(ctx, retailersOf(change.target));
  const periods = periodsOf(ctx.now, shops, change);
  const { cap, blocked } = change;
  const terms = cap ? { ...plain, cashbackCapMinor: cap.amountMinor, currency: cap.currency } : plain;
  return planPairs(ctx, pairs, { blocked, shops, periods, termsOf: () => terms });
}

const retailersOf = (target: Assign["target"]) =>
  "pairs" in target ? target.pairs.map(({ retailerId }) => retailerId) : target.retailerIds;

/**
 * Copies what another retailer sells at all its locations, with terms that fit. Refuses with `not_found` and
 * `too_many_rows`.
 */
export async function planCopying(
  ctx: Ctx,
  { fromRetailerId, retailerIds, locationId: place, withTerms, ...days }: Copy,
): Promise<Plan> {
  const locationId = place ?? null;
  const reach = await reachOf(ctx, [fromRetailerId, ...retailerIds]);
  const source = await readSource(ctx, fromRetailerId);
  const into = [...new Set(retailerIds)].filter((id) => id !== fromRetailerId);
  await requirePlace(ctx, into, { locationId, path: "change.locationId" });
  const shops = await readRetailerTerms(ctx, into);
  const periods = periodsOf(ctx.now, shops, days);
  const ids = source.map(({ productId }) => productId);
  const pairs = await withinReach(ctx, crossed(ids, into, locationId), reach);
  const sourceByProduct = new Map(source.map((row) => [row.productId, row]));
  const termsOf = ({ productId, retailerId }: Pair) =>
    withTerms ? fitted(sourceByProduct.get(productId)!, shops.get(retailerId)!) : plain;
  return planPairs(ctx, pairs, { blocked: "leave_out", shops, periods, termsOf });
}

/** Amounts are not valid in another currency, nor rates above what the type allows. */
function fitted({ terms }: Source, shop: RetailerTerms): NewAssignment["terms"] {
  const isSameCurrency = terms.currency !== null && sellsIn(shop, terms.currency);
  const hasRate = terms.cashbackMode === "bps" ? terms.cashbackBps! <= shop.maxBps : isSameCurrency;
  return {
    ...plain,
    ...(isSameCurrency ? { priceMinor: terms.priceMinor, currency: terms.currency } : {}),
    ...(hasRate
      ? {
          cashbackMode: terms.cashbackMode,
          cashbackBps: terms.cashbackBps,
          cashbackFixedMinor: terms.cashbackFixedMinor,
        }
      : {}),
    ...(isSameCurrency ? { cashbackCapMinor: terms.cashbackCapMinor } : {}),
    consumerCapPerMonth: terms.consumerCapPerMonth,
  };
}

type Source = { readonly productId: string; readonly terms: NewAssignment["terms"] };

/** Everything that the retailer sells at all its locations. Stock is not copied. */
async function readSource(ctx: Ctx, retailerId: string): Promise<Source[]> {
  const rows = await rowsOf<{ product_id: string; terms: NewAssignment["terms"] }>(
    ctx,
    sql`
    select product_id,
           jsonb_build_object('priceMinor', price_minor, 'currency', currency, 'stockStatus', 'unknown',
                              'cashbackMode', cashback_mode, 'cashbackBps', cashback_bps,
                              'cashbackFixedMinor', cashback_fixed_minor, 'cashbackCapMinor', cashback_cap_minor,
                              'consumerCapPerMonth', consumer_cap_per_month) as terms
      from assignments
     where retailer_id = ${retailerId}::uuid and location_id is null and ended_at is null
       and (ends_at is null or ends_at > ${ctx.now}::timestamptz)
     order by product_id
     limit ${bulkMax + 1}`,
  );
  return rows.map((row) => ({ productId: row.product_id, terms: row.terms }));
}

// ------------------------------------------------------------------------------------------------ which pairs

async function pairsOf(ctx: Ctx, target: Assign["target"]): Promise<Pair[]> {
  if ("pairs" in target) {
    const reach = await reachOf(
      ctx,
      target.pairs.map(({ retailerId }) => retailerId),
    );
    const pairs = unique(target.pairs.map(({ locationId = null, ...pair }) => ({ ...pair, locationId })));
    await requirePlaces(ctx, pairs, "change.target.pairs");
    return withinReach(ctx, pairs, reach);
  }
  const { retailerIds, locationId = null, products } = target;
  const shops = [...new Set(retailerIds)];
  const reach = await reachOf(ctx, shops);
  await requirePlace(ctx, shops, { locationId, path: "change.target.locationId" });
  const ids = "ids" in products ? products.ids : await matching(ctx, products.filter);
  return withinReach(ctx, crossed([...new Set(ids)], shops, locationId), reach);
}

/** A location belongs to one retailer, so it can't be combined with several. */
const requirePlace = (
  ctx: Ctx,
  shops: readonly string[],
  { locationId, path }: { locationId: string | null; path: string },
) =>
  requirePlaces(
    ctx,
    shops.map((retailerId) => ({ retailerId, locationId })),
    path,
  );

async function matching(ctx: Ctx, filter: CandidateFilter): Promise<string[]> {
  const reach = (await reachOf(ctx, [filter.retailerId])).get(filter.retailerId)!;
  const rows = await selectedProducts(ctx, whereOf(ctx, candidateList(ctx, filter, reach), filter), bulkMax + 1);
  return rows.map(({ id }) => id);
}

function crossed(productIds: readonly string[], retailerIds: readonly string[], locationId: string | null): Pair[] {
  if (productIds.length * retailerIds.length > bulkMax) throw bulkRefusals.too_many_rows({ limit: bulkMax });
  return productIds.flatMap((productId) => retailerIds.map((retailerId) => ({ productId, retailerId, locationId })));
}

const unique = (pairs: readonly Pair[]): Pair[] => [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()];

/** Without products that don't exist, are archived, or that the caller may not assign to that retailer. */
async function withinReach(
  ctx: Ctx,
  pairs: readonly Pair[],
  reach: ReadonlyMap<string, RetailerReach>,
): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const goods = productScope(ctx);
  const rows = await ctx.db
    .select({ id: productsTable.id, isTheirs: sql<boolean>`${goods ?? sql`true`}` })
    .from(productsTable)
    .where(
      and(inArray(productsTable.id, [...new Set(pairs.map(({ productId }) => productId))]), sql`status <> 'archived'`),
    );
  const theirs = new Map(rows.map(({ id, isTheirs }) => [id, isTheirs]));
  return pairs.filter(({ productId, retailerId }) => {
    const isTheirs = theirs.get(productId);
    return isTheirs !== undefined && (isTheirs || reach.get(retailerId)!.goods === undefined);
  });
}

// ------------------------------------------------------------------------------------------------ outcomes

type WantedAssignment = {
  readonly blocked: Assign["blocked"];
  readonly shops: ReadonlyMap<string, RetailerTerms>;
  /** By retailer. */
  readonly periods: ReadonlyMap<string, Period>;
  readonly termsOf: (pair: Pair) => NewAssignment["terms"];
};

async function planPairs(ctx: Ctx, pairs: readonly Pair[], wanted: WantedAssignment): Promise<Plan> {
  const { blocked, shops, periods, termsOf } = wanted;
  const [verdicts, existing, taken] = await Promise.all([
    readVerdicts(ctx, pairs),
    readExisting(ctx, pairs),
    readTaken(ctx, pairs, periods),
  ]);
  const lines = pairs.map((pair): PlanLine => {
    const key = pairKey(pair);
    const verdict: Verdict = verdicts.get(key) ?? { findings: [], proofId: null };
    const open = existing.get(key);
    const isOpen = open !== undefined && open.status !== "ended";
    const terms = termsOf(pair);
    const isForeign = terms.currency !== null && !sellsIn(shops.get(pair.retailerId)!, terms.currency);
    const checked = isBlocked(verdict.findings) ? unproved[blocked] : "create";
    const outcome = isOpen
      ? "already"
      : taken.has(key)
        ? "overlaps"
        : checked !== "blocked" && isForeign
          ? "wrong_currency"
          : checked;
    return {
      ...pair,
      outcome,
      findings: verdict.findings,
      facts: `${factsOf(verdict.findings)} ${verdict.proofId ?? ""} ${JSON.stringify(terms)}`,
      assignmentId: open?.id ?? null,
      proofId: verdict.proofId,
    };
  });
  const write = async (inner: Ctx, changing: readonly PlanLine[]) => {
    // Expired, but not yet ended by the job.
    await endRows(
      inner,
      changing.flatMap(({ assignmentId }) => assignmentId ?? []),
    );
    await insertRows(
      inner,
      changing.map((line) => ({
        ...line,
        ...periods.get(line.retailerId)!,
        status: line.outcome === "propose" ? "proposed" : "active",
        terms: termsOf(line),
      })),
    );
  };
  return { lines, write };
}

const unproved = { propose: "propose", leave_out: "blocked" } as const satisfies Record<Assign["blocked"], LineOutcome>;

type ExistingAssignment = { readonly id: string; readonly status: string };

async function readExisting(ctx: Ctx, pairs: readonly Pair[]): Promise<ReadonlyMap<string, ExistingAssignment>> {
  const products = [...new Set(pairs.map(({ productId }) => productId))];
  const retailers = [...new Set(pairs.map(({ retailerId }) => retailerId))];
  const rows = await rowsOf<{
    id: string;
    product_id: string;
    retailer_id: string;
    location_id: string | null;
    status: "active" | "paused" | "proposed";
    ends_at: string | Date | null;
  }>(
    ctx,
    sql`
    select id, product_id, retailer_id, location_id, status, ends_at
      from assignments
     where ended_at is null and product_id = any(${uuids(products)}) and retailer_id = any(${uuids(retailers)})`,
  );
  return new Map(
    rows.map((row) => [
      pairKey({ productId: row.product_id, retailerId: row.retailer_id, locationId: row.location_id }),
      { id: row.id, status: statusAt({ status: row.status, endsAt: instantOf(row.ends_at) }, ctx.now) },
    ]),
  );
}
