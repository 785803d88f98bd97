import { and, eq, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import {
  applyEvaluated,
  type Call,
  evaluateCall,
  factsInputOf,
} from "#features/loyalty/promocodes/api/service/calls.ts";
import { readFacts, type ReadFacts } from "#features/loyalty/promocodes/api/service/facts.ts";
import { closeList, requireList } from "#features/loyalty/promocodes/api/service/offlineLists.ts";
import { bucketOf, drawOnLease } from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  offlineLeasesTable as leases,
  type OfflineListRecord,
  type OfflineSaleRecord,
  offlineSalesTable as table,
} from "#features/loyalty/promocodes/api/tables.ts";
import { redemptionRefusals as refused } from "#features/loyalty/promocodes/contract/calls.ts";
import type { offlineCalls, OfflineSale, SaleAnswer } from "#features/loyalty/promocodes/contract/offline.ts";
import type { Evaluation } from "#features/loyalty/promocodes/rules/facts.ts";

/** Why a sale is no redemption. Thrown, so that all that the attempt did is undone. */
class SaleConflict extends Error {
  readonly reason: string;
  readonly foundAt: SaleAnswer["foundAt"];
  constructor(reason: string, foundAt: SaleAnswer["foundAt"] = null) {
    super(`the sale is no redemption: ${reason}`);
    this.reason = reason;
    this.foundAt = foundAt;
  }
}

/** Redeems what a till accepted with an offline list, sale by sale: one that is a conflict does not hold up the others. */
export async function commitLate(
  ctx: Ctx,
  { listId, sales, isLast }: Input<typeof offlineCalls.commitLate>,
): Promise<Output<typeof offlineCalls.commitLate>> {
  const list = await requireList(ctx, listId);
  const answers: SaleAnswer[] = [];
  for (const sale of sales) answers.push(await commitSale(ctx, list, sale));
  const mayClose = isLast && answers.every(({ status }) => status !== "retry");
  if (mayClose) await closeList(ctx, listId);
  return { sales: answers, isClosed: mayClose || list.closedAt !== null };
}

async function commitSale(ctx: Ctx, list: OfflineListRecord, sale: OfflineSale): Promise<SaleAnswer> {
  const known = await readAnswer(ctx, list, sale);
  if (known) return known;
  try {
    return await inTransaction(ctx, (inner) => acceptSale(inner, list, sale));
  } catch (error) {
    const conflict = conflictOf(error);
    if (conflict === null) return undecided(sale);
    return inTransaction(ctx, (inner) => recordConflict(inner, list, sale, conflict));
  }
}

/** Null: nothing is decided, such as while the promotion changes. Faults are thrown. */
function conflictOf(error: unknown): SaleConflict | null {
  if (error instanceof SaleConflict) return error;
  if (!(error instanceof Refusal)) throw error;
  if (error.status >= 500 || error.code === refused.campaign_busy.code) return null;
  const finding = (error.details as { finding?: string } | undefined)?.finding;
  return finding === undefined ? new SaleConflict(error.code) : new SaleConflict(finding, "sale");
}

async function acceptSale(ctx: Ctx, list: OfflineListRecord, sale: OfflineSale): Promise<SaleAnswer> {
  const { soldAt } = sale;
  if (soldAt < list.issuedAt || soldAt >= list.expiresAt || soldAt > ctx.now)
    throw new SaleConflict("sold_outside_list");
  const call: Call = {
    codes: sale.codes,
    memberId: null,
    retailerId: list.retailerId,
    locationId: list.locationId,
    order: sale.order,
    withoutLines: sale.withoutLines,
  };
  const facts = withoutLease(await readAt({ ...ctx, now: soldAt }, call, list), await openLeases(ctx, list), call);
  const evaluation = evaluateCall(call, facts);
  await requireHalalNow(ctx, call, { list, facts, evaluation });
  await drawOnLease(ctx, list.id);
  const redeemed = await applyEvaluated(ctx, { call, facts, evaluation, reservedUntil: null });
  if (evaluation.discountMinor !== sale.discountMinor) throw new SaleConflict("amount_differs");
  const redemptionIds = redeemed.map(({ id }) => id);
  const accepted = { status: "accepted", reason: null, foundAt: null, redemptionIds, borneMinor: 0 } as const;
  const stored = await store(ctx, { list, sale }, accepted);
  // Another copy of this sale was decided in the meantime: its answer counts, and this attempt is undone.
  if (stored === null) throw commonRefusals.retry_later({ retryAfterSeconds: 1 });
  return answerOf(stored, false);
}

async function readAt(ctx: Ctx, call: Call, { id }: OfflineListRecord): Promise<ReadFacts> {
  const facts = await readFacts(ctx, { ...factsInputOf(call), offlineListId: id });
  if (facts === null) throw refused.unknown_retailer();
  return facts;
}

type OpenLease = typeof leases.$inferSelect;
const openLeases = (ctx: Ctx, { id }: OfflineListRecord): Promise<OpenLease[]> =>
  ctx.db
    .select()
    .from(leases)
    .where(and(eq(leases.bucket, bucketOf(id)), eq(leases.listId, id)));

/** What the list has left counts as taken, and is not in the way of its own sales. */
function withoutLease(facts: ReadFacts, open: readonly OpenLease[], { retailerId, locationId }: Call): ReadFacts {
  const byCampaign = new Map(open.map((lease) => [lease.campaignId, lease]));
  const candidates = facts.candidates.map((candidate) => {
    const { campaign } = candidate;
    const lease = campaign && byCampaign.get(campaign.id);
    if (!lease) return candidate;
    const left = lease.usesGranted - lease.usesTaken;
    const leftOf = (id: string | null) => (id !== null && lease.countedIds.includes(id) ? left : 0);
    const uses = {
      ...campaign.uses,
      total: campaign.uses.total - left,
      budgetMinor: campaign.uses.budgetMinor - (lease.budgetGrantedMinor - lease.budgetTakenMinor),
      retailer: campaign.uses.retailer - leftOf(retailerId),
      location: campaign.uses.location - leftOf(locationId),
    };
    return { ...candidate, campaign: { ...campaign, uses } };
  });
  return { ...facts, candidates };
}

/**
 * The rule knows past dates but not past decisions (a certificate that is suspended today was suspended yesterday too), so
 * products are asked for the time of sale and for now. A finding of now alone is a conflict as well.
 */
async function requireHalalNow(
  ctx: Ctx,
  call: Call,
  {
    list,
    facts,
    evaluation,
  }: { readonly list: OfflineListRecord; readonly facts: ReadFacts; readonly evaluation: Evaluation },
): Promise<void> {
  const { products } = await readAt(ctx, call, list);
  const now = evaluateCall(call, { ...facts, products });
  for (const [place, { applies }] of evaluation.outcomes.entries()) {
    const blocked = applies && now.outcomes[place]!.checks.find(({ check, ok }) => check === "halal" && !ok);
    if (blocked) throw new SaleConflict(blocked.reason!, "now");
  }
}

async function recordConflict(
  ctx: Ctx,
  list: OfflineListRecord,
  sale: OfflineSale,
  { reason, foundAt }: SaleConflict,
): Promise<SaleAnswer> {
  const borneMinor = sale.discountMinor;
  const conflict = { status: "conflict", reason, foundAt, redemptionIds: [], borneMinor } as const;
  const stored = await store(ctx, { list, sale }, conflict);
  return stored ? answerOf(stored, false) : ((await readAnswer(ctx, list, sale)) ?? undecided(sale));
}

type Decision = Pick<OfflineSaleRecord, "status" | "reason" | "foundAt" | "borneMinor"> & {
  readonly redemptionIds: readonly string[];
};
type SaleOfList = { readonly list: OfflineListRecord; readonly sale: OfflineSale };

/** Null: the sale has an answer already. */
async function store(
  { db, now }: Ctx,
  { list, sale }: SaleOfList,
  decision: Decision,
): Promise<OfflineSaleRecord | null> {
  const row = {
    ...decision,
    redemptionIds: [...decision.redemptionIds],
    bucket: bucketOf(list.id),
    listId: list.id,
    orderRef: sale.order.ref,
    saleHash: hashOf(sale),
    soldAt: sale.soldAt,
    givenMinor: sale.discountMinor,
    recordedAt: now,
  };
  const [stored] = await db.insert(table).values(row).onConflictDoNothing().returning();
  return stored ?? null;
}

/** The stored answer. A receipt that was sent with another content is refused, and what is stored stays. */
async function readAnswer({ db }: Ctx, { id }: OfflineListRecord, sale: OfflineSale): Promise<SaleAnswer | null> {
  const isIt = and(eq(table.bucket, bucketOf(id)), eq(table.listId, id), eq(table.orderRef, sale.order.ref));
  const [found] = await db
    .select({ row: table, isSame: sql<boolean>`${table.saleHash} = ${hashOf(sale)}` })
    .from(table)
    .where(isIt);
  if (!found) return null;
  if (found.isSame) return answerOf(found.row, true);
  return {
    ...undecided(sale),
    status: "conflict",
    reason: refused.receipt_already_used.code,
    borneByShopMinor: sale.discountMinor,
  };
}

// Field by field, in one order: a sale that is sent again may have its fields in another.
const hashOf = ({ codes, order, withoutLines, soldAt, discountMinor }: OfflineSale) => {
  const lines = order.lines.map(({ productId, gtin, quantity, unitMinor }) => [productId, gtin, quantity, unitMinor]);
  const text = JSON.stringify([codes, order.ref, order.currency, lines, withoutLines, soldAt, discountMinor]);
  return sql`sha256(convert_to(${text}::text, 'UTF8'))`;
};

const answerOf = (row: OfflineSaleRecord, isKnown: boolean): SaleAnswer => ({
  orderRef: row.orderRef,
  status: row.status,
  isKnown,
  reason: row.reason,
  foundAt: row.foundAt,
  redemptionIds: row.redemptionIds,
  discountMinor: row.givenMinor,
  takenOverMinor: row.givenMinor - row.borneMinor,
  borneByShopMinor: row.borneMinor,
});

const undecided = ({ order, discountMinor }: OfflineSale): SaleAnswer => ({
  orderRef: order.ref,
  status: "retry",
  isKnown: false,
  reason: null,
  foundAt: null,
  redemptionIds: [],
  discountMinor,
  takenOverMinor: 0,
  borneByShopMinor: 0,
});
