import { and, inArray, sql } from "drizzle-orm";
import { bulkMax, bulkRefusals } from "#base/bulk.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { whereOf } from "#api/list.ts";
import { candidateList, selectedProducts } from "#features/assignments/api/service/candidates.ts";
import { type Pair, pairKey, readVerdicts, type Verdict } from "#features/assignments/api/service/findings.ts";
import { factsOf, isBlocked, type Plan, type PlanLine } from "#features/assignments/api/service/plans.ts";
import { instantOf, rowsOf } from "#features/assignments/api/service/reading.ts";
import { goodsScope, uuids } from "#features/assignments/api/service/scoping.ts";
import {
  isPlaceOf,
  type Reach,
  reachOf,
  readShopTerms,
  type ShopTerms,
} from "#features/assignments/api/service/shops.ts";
import { endRows, insertRows, type NewAssignment } from "#features/assignments/api/service/writing.ts";
import { productsTable } from "#features/assignments/api/tables.ts";
import type { CandidateFilter, Change, LineOutcome } from "#features/assignments/contract/changes.ts";
import { statusAt } from "#features/assignments/rules.ts";

type Assign = Extract<Change, { kind: "assign" }>;
type Copy = Extract<Change, { kind: "copy" }>;

/** What new assignments begin with where nobody has said otherwise. */
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

/** Products to retailers, each pair judged by the rule. Refuses with `not_found` and `too_many_rows`. */
export async function planAssigning(ctx: Ctx, change: Assign): Promise<Plan> {
  const pairs = await pairsOf(ctx, change.target);
  const period = { startsAt: change.startsAt ?? ctx.now, endsAt: change.endsAt ?? null };
  if (period.endsAt !== null && period.endsAt <= period.startsAt) {
    const problem = { path: "change.endsAt", code: "ends_before_start", message: "Ends before it begins." };
    throw commonRefusals.invalid_input({}, [problem]);
  }
  return planPairs(ctx, pairs, { blocked: change.blocked, period, termsOf: () => plain });
}

/** What another retailer sells as a whole, with its terms where they fit. Refuses with `not_found` and `too_many_rows`. */
export async function planCopying(ctx: Ctx, { fromRetailerId, retailerIds, withTerms }: Copy): Promise<Plan> {
  const reach = await reachOf(ctx, [fromRetailerId, ...retailerIds]);
  const source = await readSource(ctx, fromRetailerId);
  const into = [...new Set(retailerIds)].filter((id) => id !== fromRetailerId);
  const ids = source.map(({ productId }) => productId);
  const pairs = await withinReach(ctx, crossed(ids, into, null), reach);
  const shops = await readShopTerms(ctx, into);
  const sourceByProduct = new Map(source.map((row) => [row.productId, row]));
  const termsOf = ({ productId, retailerId }: Pair) =>
    withTerms ? fitted(sourceByProduct.get(productId)!, shops.get(retailerId)!) : plain;
  return planPairs(ctx, pairs, { blocked: "leave_out", period: { startsAt: ctx.now, endsAt: null }, termsOf });
}

/** Amounts mean nothing in another currency, and a rate no more than the type allows. */
function fitted({ terms }: Source, { currency, maxBps }: ShopTerms): NewAssignment["terms"] {
  const isSameCurrency = terms.currency !== null && (currency === null || currency === terms.currency);
  const hasRate = terms.cashbackMode === "bps" ? terms.cashbackBps! <= maxBps : isSameCurrency;
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

/** All that the retailer sells at all of its places; stock is nobody else's. */
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
    return withinReach(ctx, unique(target.pairs.map((pair) => ({ ...pair, locationId: null }))), reach);
  }
  const { retailerIds, locationId = null, products } = target;
  const shops = [...new Set(retailerIds)];
  const reach = await reachOf(ctx, shops);
  if (locationId !== null && (shops.length > 1 || !(await isPlaceOf(ctx, locationId, shops[0]!)))) {
    const problem = {
      path: "change.target.locationId",
      code: "not_a_place_of_retailer",
      message: "Of another retailer.",
    };
    throw commonRefusals.invalid_input({}, [problem]);
  }
  const ids = "ids" in products ? products.ids : await matching(ctx, products.filter);
  return withinReach(ctx, crossed([...new Set(ids)], shops, locationId), reach);
}

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

/** Without the products that there are not, that are archived, or that are not the caller's to bring to that retailer. */
async function withinReach(ctx: Ctx, pairs: readonly Pair[], reach: ReadonlyMap<string, Reach>): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const goods = goodsScope(ctx);
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

// ------------------------------------------------------------------------------------------------ what becomes of them

type Wanted = {
  readonly blocked: Assign["blocked"];
  readonly period: { readonly startsAt: string; readonly endsAt: string | null };
  readonly termsOf: (pair: Pair) => NewAssignment["terms"];
};

async function planPairs(ctx: Ctx, pairs: readonly Pair[], { blocked, period, termsOf }: Wanted): Promise<Plan> {
  const [verdicts, existing] = await Promise.all([readVerdicts(ctx, pairs), readExisting(ctx, pairs)]);
  const lines = pairs.map((pair): PlanLine => {
    const verdict: Verdict = verdicts.get(pairKey(pair)) ?? { findings: [], proofId: null };
    const open = existing.get(pairKey(pair));
    const isOpen = open !== undefined && open.status !== "ended";
    const outcome: LineOutcome = isOpen
      ? "already"
      : !isBlocked(verdict.findings)
        ? "create"
        : blocked === "propose"
          ? "propose"
          : "blocked";
    return {
      ...pair,
      outcome,
      findings: verdict.findings,
      facts: `${factsOf(verdict.findings)} ${verdict.proofId ?? ""} ${JSON.stringify(termsOf(pair))}`,
      assignmentId: open?.id ?? null,
      proofId: verdict.proofId,
    };
  });
  const write = async (inner: Ctx, changing: readonly PlanLine[]) => {
    // Their time has run out, and the job has not been there yet.
    await endRows(
      inner,
      changing.flatMap(({ assignmentId }) => assignmentId ?? []),
    );
    await insertRows(
      inner,
      changing.map((line) => ({
        ...line,
        ...period,
        status: line.outcome === "propose" ? "proposed" : "active",
        terms: termsOf(line),
      })),
    );
  };
  return { lines, write };
}

type Existing = { readonly id: string; readonly status: string };

async function readExisting(ctx: Ctx, pairs: readonly Pair[]): Promise<ReadonlyMap<string, Existing>> {
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
