import { and, asc, count, eq, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, hourMs, minuteMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { largestCostOf } from "#features/loyalty/promocodes/api/service/calls.ts";
import { readFacts, type ReadFacts } from "#features/loyalty/promocodes/api/service/facts.ts";
import { signList } from "#features/loyalty/promocodes/api/service/offlineKeys.ts";
import { requireRetailer } from "#features/loyalty/promocodes/api/service/scopes.ts";
import {
  bucketOf,
  closeOfflineList,
  holdCodes,
  type Lease,
  takeLease,
} from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  campaignsTable as campaigns,
  codesTable as codes,
  type OfflineListRecord,
  offlineListsTable as table,
} from "#features/loyalty/promocodes/api/tables.ts";
import {
  type offlineCalls,
  offlineLimits as limits,
  offlineRefusals as refused,
} from "#features/loyalty/promocodes/contract/offline.ts";
import type { CampaignFacts, Candidate } from "#features/loyalty/promocodes/rules/facts.ts";
import {
  isOfflinePossible,
  type OfflineList,
  type OfflineProduct,
  type UniqueCodes,
} from "#features/loyalty/promocodes/rules/offline.ts";
import { assignmentsTable } from "#features/retail/assignments/api/tables.ts";
import { inChains } from "#features/retail/retailers/api/service/rows.ts";
import { locationsTable } from "#features/retail/retailers/api/tables.ts";

type IssueInput = Input<typeof offlineCalls.issue>;

/** Lists belong to their retailer, and are limited as its redemptions are. */
const listRows: ScopePolicy = {
  resource: "redemptions",
  table,
  id: table.id,
  by: { retailer: (targets: readonly string[]) => inChains(table.retailerId, targets) },
};

/** Refuses with `not_found`, also for a list outside the caller's scope. */
export async function requireList(ctx: Ctx, id: string): Promise<OfflineListRecord> {
  const [list] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.bucket, bucketOf(id)), eq(table.id, id), scopeCondition(ctx, listRows)));
  if (!list) throw commonRefusals.not_found();
  return list;
}

/** Takes a part of every promotion's limits that the location can use, and signs what the till needs to apply them. */
export const issueList = (ctx: Ctx, input: IssueInput): Promise<Output<typeof offlineCalls.issue>> =>
  inTransaction(ctx, async (inner) => {
    await requireRetailer(inner, input.retailerId);
    await requireLocation(inner, input);
    await requireFewOpenLists(inner, input);
    const expiresAt = addMs(inner.now, input.minutes * minuteMs);
    const row = {
      id: newId(inner),
      retailerId: input.retailerId,
      locationId: input.locationId,
      currency: input.currency,
      callerId: actorOf(inner).userId,
      issuedAt: inner.now,
      expiresAt,
      closesAt: addMs(expiresAt, limits.lateHours * hourMs),
    };
    await inner.db.insert(table).values({ ...row, bucket: bucketOf(row.id) });
    const list = await contentsOf(inner, row, input);
    const { id, issuedAt, closesAt } = row;
    return { id, list: await signList(inner, list), issuedAt, expiresAt, closesAt };
  });

async function requireLocation({ db }: Ctx, { retailerId, locationId }: IssueInput): Promise<void> {
  const { id, retailerId: owner, status } = locationsTable;
  const [found] = await db
    .select({ id })
    .from(locationsTable)
    .where(and(eq(id, locationId), eq(owner, retailerId), ne(status, "closed")));
  if (!found) throw refused.unknown_location();
}

/** Keeps a till from collecting leases. Not exact under simultaneous calls, and need not be: leases never exceed a limit. */
async function requireFewOpenLists(ctx: Ctx, { locationId }: IssueInput): Promise<void> {
  const isOpen = and(
    eq(table.locationId, locationId),
    eq(table.callerId, actorOf(ctx).userId),
    isNull(table.closedAt),
    sql`${table.closesAt} > ${ctx.now}::timestamptz`,
  );
  const [open] = await ctx.db.select({ lists: count() }).from(table).where(isOpen);
  if (open!.lists >= limits.openLists) throw refused.too_many_open_lists({ maximum: limits.openLists });
}

type ListRow = Pick<OfflineList, "id" | "retailerId" | "locationId" | "currency" | "issuedAt" | "expiresAt">;

async function contentsOf(ctx: Ctx, row: ListRow, { uses: wanted, batch }: IssueInput): Promise<OfflineList> {
  const { id, retailerId, locationId, currency, issuedAt, expiresAt } = row;
  const products = await offeredProducts(ctx, row);
  const sample = batch && (await sampleCode(ctx, batch.id));
  const input = {
    codeKeys: [...(sample ? [sample] : []), ...(await sharedCodes(ctx, currency))],
    memberId: null,
    retailerId,
    locationId,
    currency,
    productIds: products.map((product) => product.id),
    gtins: [],
  };
  const facts = (await readFacts(ctx, input))!;
  const atEnd = (await readFacts({ ...ctx, now: expiresAt }, { ...input, codeKeys: [] }))!;
  if (batch) requireOfPlace(facts, { sample, locationId });
  const candidates: Candidate[] = [];
  let uniqueCodes: UniqueCodes | null = null;
  const possible = facts.candidates.filter((candidate) => isOfflinePossible(candidate) && isOfPlace(candidate, row));
  // By id, as redemptions lock them.
  for (const candidate of possible.toSorted((one, other) => (one.campaign!.id < other.campaign!.id ? -1 : 1))) {
    const isUnique = batch !== undefined && candidate.key === sample;
    const lease = await takeLease(ctx, leaseOf(candidate.campaign!, row, isUnique ? batch.codes : wanted));
    if (lease === null) continue;
    const listed = offlineCandidate(candidate, lease);
    if (!isUnique) candidates.push(listed);
    else {
      const keys = await holdCodes(ctx, { listId: id, batchId: batch.id, most: Math.min(batch.codes, lease.uses) });
      uniqueCodes = { keys, candidate: listed };
    }
  }
  return {
    id,
    retailerId,
    locationId,
    currency,
    issuedAt,
    expiresAt,
    retailer: facts.retailer,
    sightings: facts.sightings,
    products: products.flatMap((product) => offlineProduct(product, facts, atEnd) ?? []),
    candidates,
    uniqueCodes,
  };
}

/** A free code of a batch: what is known of it is known of all. Refuses with `unknown_batch`. */
async function sampleCode({ db }: Ctx, batchId: string): Promise<string> {
  const { codeKey: key, usesMax, uses, status, memberId, offlineListId } = codes;
  const isFree = and(eq(usesMax, 1), eq(uses, 0), eq(status, "available"), isNull(memberId), isNull(offlineListId));
  const [found] = await db
    .select({ key })
    .from(codes)
    .where(and(eq(codes.batchId, batchId), isFree))
    .orderBy(asc(key))
    .limit(1);
  if (!found) throw refused.unknown_batch();
  return found.key;
}

/** Refuses with `unknown_batch` unless the terms name the retailer, a chain above it, or the location. */
function requireOfPlace(
  { candidates, retailer }: ReadFacts,
  { sample, locationId }: { readonly sample: string | undefined; readonly locationId: string },
): void {
  const campaign = candidates.find(({ key }) => key === sample)?.campaign;
  const places = { retailers: retailer.chainIds, locations: [locationId] };
  const namesPlace = campaign?.terms.conditions.some(
    (each) =>
      (each.field === "retailers" || each.field === "locations") &&
      each.operator === "in" &&
      places[each.field].some((id) => each.ids.includes(id)),
  );
  if (namesPlace !== true) throw refused.unknown_batch();
}

/** Products that the retailer offers at the location, those without a barcode number last. */
const offeredProducts = ({ db, now }: Ctx, { retailerId, locationId }: ListRow) =>
  db
    .selectDistinct({ id: productsTable.id, gtin: productsTable.gtin })
    .from(assignmentsTable)
    .innerJoin(productsTable, eq(productsTable.id, assignmentsTable.productId))
    .where(
      and(
        eq(assignmentsTable.retailerId, retailerId),
        or(isNull(assignmentsTable.locationId), eq(assignmentsTable.locationId, locationId)),
        inArray(assignmentsTable.status, ["active", "paused"]),
        lte(assignmentsTable.startsAt, now),
      ),
    )
    .orderBy(sql`${productsTable.gtin} nulls last`, asc(productsTable.id))
    .limit(limits.products);

async function sharedCodes({ db, now }: Ctx, currency: string): Promise<string[]> {
  const rows = await db
    .select({ key: codes.codeKey })
    .from(codes)
    .innerJoin(campaigns, eq(campaigns.id, codes.campaignId))
    .where(
      and(
        isNull(codes.usesMax),
        eq(codes.status, "available"),
        eq(campaigns.currency, currency),
        isNull(campaigns.pauseSource),
        sql`${campaigns.status} <> 'archived' and ${campaigns.liveVersion} is not null`,
        sql`(${campaigns.endsAt} is null or ${campaigns.endsAt} > ${now}::timestamptz)`,
      ),
    )
    .orderBy(asc(codes.codeKey))
    .limit(limits.codes);
  return rows.map(({ key }) => key);
}

/** Whether the promotion may apply here at all: a list says nothing about those of others. */
function isOfPlace({ campaign }: Candidate, { locationId, currency, expiresAt }: ListRow): boolean {
  const { terms } = campaign!;
  if (terms.currency !== currency || terms.window.startsAt > expiresAt) return false;
  return terms.conditions.every(
    (each) => each.field !== "locations" || each.ids.includes(locationId) === (each.operator === "in"),
  );
}

function leaseOf({ id, version, terms }: CampaignFacts, row: ListRow, wanted: number) {
  const { perRetailer, perLocation } = terms.limits;
  const subjects = [
    ...(perRetailer === null ? [] : [{ id: row.retailerId, max: perRetailer }]),
    ...(perLocation === null ? [] : [{ id: row.locationId, max: perLocation }]),
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { listId: row.id, campaignId: id, version, wanted, largestCost: largestCostOf(terms), subjects };
}

/** The till's limits are what its list has. What others have used is none of its business. */
function offlineCandidate({ key, code, campaign }: Candidate, { uses, budgetMinor }: Lease): Candidate {
  const { terms } = campaign!;
  const ofList = { total: uses, budgetMinor, perCode: null, perMember: [], perRetailer: null, perLocation: null };
  const unused = { total: 0, budgetMinor: 0, retailer: 0, location: 0, member: {} };
  return {
    key,
    code: code && { ...code, uses: 0 },
    campaign: { ...campaign!, terms: { ...terms, limits: ofList }, uses: unused, fundingLeftMinor: null },
  };
}

/** A product that is blocked now, or will be before the list ends, is blocked on the list. */
function offlineProduct(
  { id, gtin }: { readonly id: string; readonly gtin: string | null },
  now: ReadFacts,
  atEnd: ReadFacts,
): OfflineProduct | null {
  const facts = now.products.get(id);
  if (facts === undefined) return null;
  const later = atEnd.products.get(id)?.findings ?? [];
  return { id, gtin, facts: { ...facts, findings: facts.findings.length > 0 ? facts.findings : later } };
}

/**
 * Ends the list and gives back what it did not use. Its codes first, in a transaction of their own: a rollback locks
 * codes before counters.
 */
export async function closeList(ctx: Ctx, id: string): Promise<boolean> {
  await inTransaction(ctx, ({ db }) =>
    db.execute(sql`
      with held as (
        select code.bucket, code.code_key from ${codes} as code
         where code.offline_list_id = ${id}::uuid order by code.bucket, code.code_key for no key update)
      update ${codes} as code set offline_list_id = null
        from held where code.bucket = held.bucket and code.code_key = held.code_key`),
  );
  return inTransaction(ctx, (inner) => closeOfflineList(inner, id));
}

const closedAtOnce = 100;

/** Ends lists whose last sales should have arrived. */
export async function closeOldLists(ctx: Ctx): Promise<"again" | "done"> {
  const due = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(isNull(table.closedAt), lte(table.closesAt, ctx.now)))
    .orderBy(asc(table.closesAt))
    .limit(closedAtOnce);
  for (const { id } of due) await closeList(ctx, id);
  return due.length === closedAtOnce ? "again" : "done";
}
