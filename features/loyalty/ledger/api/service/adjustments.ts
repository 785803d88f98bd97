import { and, eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { namesOf } from "#api/audit/names.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { violationOf } from "#api/violations.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { accountReferences, readAccounts } from "#features/loyalty/ledger/api/service/accounts.ts";
import {
  type AccountKey,
  bucketOf,
  levelAccounts,
  openAccount,
  reverse,
  transfer,
} from "#features/loyalty/ledger/api/service/postings.ts";
import { getTransaction } from "#features/loyalty/ledger/api/service/transactions.ts";
import { ledgerAdjustmentsTable as table, ledgerTransactionsTable } from "#features/loyalty/ledger/api/tables.ts";
import { type AccountPurpose, ledgerRefusals } from "#features/loyalty/ledger/contract/accounts.ts";
import {
  type AccountInput,
  type Adjustment,
  adjustmentRefusals as refused,
  type ledgerAdjustments,
} from "#features/loyalty/ledger/contract/adjustments.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

/** What areas above the ledger add to its adjustments. */
export interface AdjustmentRules {
  /** The kinds of transactions that nothing outside the ledger keeps track of, so that staff may reverse them. */
  readonly reversibleKinds: readonly string[];
  /**
   * Called in the transaction that posted an adjustment or reversal with a member's account at an end, to keep what
   * belongs to that balance. Without it, accounts of members can't be adjusted.
   */
  readonly followMember?: (ctx: Ctx, posted: PostedAdjustment) => Promise<void>;
}

export interface PostedAdjustment {
  readonly transactionId: string;
  readonly source: AccountKey;
  readonly destination: AccountKey;
  readonly amountMinor: number;
}

/** Others follow from cashback and payouts, which have their own ways back. */
const adjustable: ReadonlySet<AccountPurpose> = new Set([
  "available",
  "funding",
  "settlement",
  "promotions",
  "payout_fees",
  "breakage",
  "charity",
  "adjustments",
  "paypal_cash",
  "bank",
]);

/** All, or what one asked for oneself. */
export const adjustmentRows: ScopePolicy = {
  resource: "adjustments",
  table,
  id: table.id,
  own: table.createdBy,
  by: {},
};

const adjustmentKind = "adjustment";
type AdjustmentRow = typeof table.$inferSelect;

const list: ListDefinition<{ id: PgColumn }, Input<typeof ledgerAdjustments.list>> = {
  table,
  id: table.id,
  columns: { id: table.id },
  search: (typed) => {
    const requested = typed.trim().toUpperCase();
    return requested === "" ? undefined : eq(table.code, requested);
  },
  sorts: { createdAt: [table.createdAt, table.id] },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    status: (statuses) => isAnyOf(table.status, statuses),
    kind: (kinds) => isAnyOf(table.kind, kinds),
  },
  scope: (ctx) => scopeCondition(ctx, adjustmentRows),
};

/** Refuses with `invalid_cursor`. */
export async function listAdjustments(
  ctx: Ctx,
  input: Input<typeof ledgerAdjustments.list>,
): Promise<Output<typeof ledgerAdjustments.list>> {
  const { rows, ...rest } = await readPage(ctx, list, { direction: "desc", ...input });
  const ids = rows.map(({ id }) => String(id));
  const found = ids.length === 0 ? [] : await ctx.db.select().from(table).where(isAnyOf(table.id, ids));
  const byId = new Map((await shownOf(ctx, found)).map((shown) => [shown.id, shown]));
  return { ...rest, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Refuses with `not_found`. */
export async function getAdjustment(ctx: Ctx, { id }: Input<typeof ledgerAdjustments.get>): Promise<Adjustment> {
  return shown(ctx, await requireRow(ctx, id));
}

/**
 * Stores what is asked for; nothing is posted before another person approves. Sent again with the same id, answers the
 * first. Refuses with `account_not_adjustable`, `same_account`, `unknown_owner`, `adjustment_id_taken`.
 */
export const createAdjustment = (
  ctx: Ctx,
  input: Input<typeof ledgerAdjustments.create>,
  rules: AdjustmentRules,
): Promise<Adjustment> => requestAdjustment(ctx, input, { rules, createdBy: actorOf(ctx).userId });

/** The same in a user's name, such as in samples. */
export async function requestAdjustment(
  ctx: Ctx,
  { id, source, destination, currency, amountMinor, reason }: Input<typeof ledgerAdjustments.create>,
  { rules, createdBy }: { readonly rules: AdjustmentRules; readonly createdBy: string },
): Promise<Adjustment> {
  for (const end of [source, destination]) await requireAdjustable(ctx, end, rules);
  // A member's accounts have one bucket; the other end, or both, are taken in the same.
  const member = [source, destination].find(({ ownerKind }) => ownerKind === "member");
  const bucketFor = (end: AccountInput) =>
    bucketOf(end.ownerKind === "member" ? (end.ownerId ?? id) : (member?.ownerId ?? id));
  return inserted(ctx, { id, createdBy }, async (inner) => {
    const sourceId = await openAccount(inner, bucketFor(source), { ...source, currency });
    const destinationId = await openAccount(inner, bucketFor(destination), { ...destination, currency });
    if (sourceId === destinationId) throw refused.same_account();
    return { kind: adjustmentKind, sourceId, destinationId, amountMinor, currency, reason };
  });
}

async function requireAdjustable(ctx: Ctx, { ownerKind, ownerId, purpose }: AccountInput, rules: AdjustmentRules) {
  const isMember = ownerKind === "member";
  if (!adjustable.has(purpose) || (isMember && rules.followMember === undefined))
    throw refused.account_not_adjustable();
  const expected = { member: "available", brand: "funding", retailer: "settlement", platform: null }[ownerKind];
  const isOfOwner =
    expected === null ? !["available", "funding", "settlement"].includes(purpose) : purpose === expected;
  if (!isOfOwner) throw refused.account_not_adjustable();
  if ((ownerId === null) !== (ownerKind === "platform")) throw refused.unknown_owner();
  const owners: Record<"member" | "brand" | "retailer", PgTable & { id: PgColumn }> = {
    member: membersTable,
    brand: brandsTable,
    retailer: retailersTable,
  };
  if (ownerKind === "platform" || ownerId === null) return;
  const { [ownerKind]: owner } = owners;
  const found = await ctx.db.select({ id: owner.id }).from(owner).where(eq(owner.id, ownerId)).limit(1);
  if (found.length === 0) throw refused.unknown_owner();
}

/**
 * Stores that a transaction is to be reversed. Refuses with `not_found`, `not_reversible`, `already_reversed`,
 * `reversal_pending`, `adjustment_id_taken`.
 */
export async function createReversal(
  ctx: Ctx,
  { id, transactionId, reason }: Input<typeof ledgerAdjustments.createReversal>,
  rules: AdjustmentRules,
): Promise<Adjustment> {
  const original = await getTransaction(ctx, { id: transactionId }, rules.reversibleKinds);
  if (original.reversedById !== null) throw ledgerRefusals.already_reversed();
  if (!original.isReversible) throw ledgerRefusals.not_reversible();
  const amountMinor = original.postings.reduce((sum, posting) => sum + posting.amountMinor, 0);
  const { currency } = original.postings[0]!;
  return inserted(ctx, { id, createdBy: actorOf(ctx).userId }, async () => ({
    kind: "reversal",
    reversesId: transactionId,
    amountMinor,
    currency,
    reason,
  }));
}

type AdjustmentValues = Pick<typeof table.$inferInsert, "kind" | "sourceId" | "destinationId" | "reversesId"> &
  Pick<AdjustmentRow, "amountMinor" | "currency" | "reason">;

async function inserted(
  ctx: Ctx,
  { id, createdBy }: Pick<AdjustmentRow, "id" | "createdBy">,
  prepare: (ctx: Ctx) => Promise<AdjustmentValues>,
): Promise<Adjustment> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const wanted = await prepare(inner);
      const values = { ...wanted, id, status: "pending_approval", createdAt: inner.now, createdBy } as const;
      const [row] = await inner.db.insert(table).values(values).returning();
      await recordAudit(inner, [entryOf(row!, "create", { status: { before: null, after: row!.status } })]);
      return shown(inner, row!);
    });
  } catch (error) {
    const violation = violationOf(error);
    if (violation?.kind !== "unique") throw error;
    if (violation.constraint === "ledger_adjustments__reverses") throw refused.reversal_pending();
    const known = await findRow(ctx, id);
    if (known === undefined || known.createdBy !== createdBy) throw refused.adjustment_id_taken();
    return shown(ctx, known);
  }
}

/**
 * Posts what another person asked for. Refuses with `same_person`, `adjustment_decided`, `not_found`, and for what the
 * accounts don't allow by now.
 */
export const approveAdjustment = (
  ctx: Ctx,
  { id }: Input<typeof ledgerAdjustments.approve>,
  rules: AdjustmentRules,
): Promise<Adjustment> =>
  inTransaction(ctx, async (inner) => {
    const row = await requirePending(inner, id, { by: "another" });
    const transactionId = await postAdjustment(inner, row);
    await followMembers(inner, row, { transactionId, rules });
    return decided(inner, row, { status: "approved", transactionId });
  });

async function postAdjustment(ctx: Ctx, row: AdjustmentRow): Promise<string> {
  const dedupeKey = `adjustment:${row.id}`;
  if (row.reversesId !== null) {
    await reverse(ctx, { id: row.reversesId, dedupeKey, reason: row.reason });
    return transactionOf(ctx, bucketOf(row.reversesId), dedupeKey);
  }
  const sourceId = row.sourceId!;
  const source = (await readAccounts(ctx, [sourceId])).get(sourceId)!;
  const { amountMinor, currency, reason } = row;
  // An owner's 64 accounts share one balance: this one may have too little while all together have enough.
  if (source.ownerKind === "brand") await levelAccounts(ctx, { ...source, amountMinor });
  const reference = { kind: "adjustment", id: row.id };
  await transfer(ctx, {
    source: sourceId,
    destination: row.destinationId!,
    kind: adjustmentKind,
    dedupeKey,
    currency,
    amountMinor,
    reason,
    reference,
  });
  return transactionOf(ctx, bucketOf(sourceId), dedupeKey);
}

async function transactionOf(ctx: Ctx, bucket: number, dedupeKey: string): Promise<string> {
  const [found] = await ctx.db
    .select({ id: ledgerTransactionsTable.id })
    .from(ledgerTransactionsTable)
    .where(and(eq(ledgerTransactionsTable.bucket, bucket), eq(ledgerTransactionsTable.dedupeKey, dedupeKey)));
  return found!.id;
}

/** Tells the area that keeps members' balances what changed them. */
async function followMembers(
  ctx: Ctx,
  row: AdjustmentRow,
  { transactionId, rules }: { transactionId: string; rules: AdjustmentRules },
): Promise<void> {
  const lines = await ctx.db.execute(sql`
    select source_id as source, destination_id as destination, amount_minor::text as amount from ledger_postings
     where bucket = ${bucketOf(transactionId)} and transaction_id = ${transactionId}::uuid order by ordinal`);
  const { rows } = lines as { rows: { source: string; destination: string; amount: string }[] };
  const ends = [row.sourceId, row.destinationId, ...rows.flatMap(({ source, destination }) => [source, destination])];
  const accounts = await readAccounts(
    ctx,
    ends.flatMap((id) => id ?? []),
  );
  const moved =
    row.kind === adjustmentKind
      ? [{ source: row.sourceId!, destination: row.destinationId!, amount: String(row.amountMinor) }]
      : rows;
  for (const { source, destination, amount } of moved) {
    const posted = { source: accounts.get(source)!, destination: accounts.get(destination)! };
    if (posted.source.ownerKind !== "member" && posted.destination.ownerKind !== "member") continue;
    if (rules.followMember === undefined) throw refused.account_not_adjustable();
    await rules.followMember(ctx, { ...posted, transactionId, amountMinor: Number(amount) });
  }
}

/** Refuses with `same_person`, `adjustment_decided`, `not_found`. */
export const rejectAdjustment = (
  ctx: Ctx,
  { id, reason }: Input<typeof ledgerAdjustments.reject>,
): Promise<Adjustment> =>
  inTransaction(ctx, async (inner) =>
    decided(inner, await requirePending(inner, id, { by: "another" }), { status: "rejected", decisionReason: reason }),
  );

/** Refuses with `adjustment_decided`, and with `not_found` for what somebody else asked for. */
export const withdrawAdjustment = (ctx: Ctx, { id }: Input<typeof ledgerAdjustments.withdraw>): Promise<Adjustment> =>
  inTransaction(ctx, async (inner) =>
    decided(inner, await requirePending(inner, id, { by: "creator" }), { status: "withdrawn" }),
  );

async function requirePending(ctx: Ctx, id: string, { by }: { by: "another" | "creator" }): Promise<AdjustmentRow> {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), scopeCondition(ctx, adjustmentRows)))
    .for("update");
  const isCreator = row?.createdBy === actorOf(ctx).userId;
  if (row === undefined || (by === "creator" && !isCreator)) throw commonRefusals.not_found();
  if (row.status !== "pending_approval") throw refused.adjustment_decided();
  if (by === "another" && isCreator) throw refused.same_person();
  return row;
}

type Decision = Pick<AdjustmentRow, "status"> & Partial<Pick<AdjustmentRow, "transactionId" | "decisionReason">>;

async function decided(ctx: Ctx, row: AdjustmentRow, decision: Decision): Promise<Adjustment> {
  const changed = { ...decision, decidedAt: ctx.now, decidedBy: actorOf(ctx).userId };
  const [after] = await ctx.db.update(table).set(changed).where(eq(table.id, row.id)).returning();
  const action = { approved: "approve", rejected: "reject", withdrawn: "withdraw", pending_approval: "create" }[
    after!.status
  ];
  await recordAudit(ctx, [
    {
      ...entryOf(row, action, { status: { before: row.status, after: after!.status } }),
      reason: decision.decisionReason ?? null,
    },
  ]);
  return shown(ctx, after!);
}

const entryOf = (
  { id, reason }: AdjustmentRow,
  action: string,
  changes: Record<string, { before: unknown; after: unknown }>,
) => ({
  action,
  resource: "adjustments",
  resourceId: id,
  reason,
  changes,
});

async function findRow(ctx: Ctx, id: string): Promise<AdjustmentRow | undefined> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, id));
  return row;
}

async function requireRow(ctx: Ctx, id: string): Promise<AdjustmentRow> {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), scopeCondition(ctx, adjustmentRows)));
  if (row === undefined) throw commonRefusals.not_found();
  return row;
}

const shown = async (ctx: Ctx, row: AdjustmentRow): Promise<Adjustment> => (await shownOf(ctx, [row]))[0]!;

async function shownOf(ctx: Ctx, rows: readonly AdjustmentRow[]): Promise<Adjustment[]> {
  const accounts = await accountReferences(
    { ...ctx, permission: null, actor: null },
    rows.flatMap(({ sourceId, destinationId }) => [sourceId, destinationId].flatMap((id) => id ?? [])),
  );
  const names = await namesOf(
    ctx,
    rows.flatMap(({ createdBy, decidedBy }) => [createdBy, decidedBy].flatMap((id) => id ?? [])),
  );
  return rows.map(({ number: _, sourceId, destinationId, ...row }) => ({
    ...row,
    source: accounts.get(sourceId ?? "") ?? null,
    destination: accounts.get(destinationId ?? "") ?? null,
    createdByName: names.get(row.createdBy) ?? null,
    decidedByName: names.get(row.decidedBy ?? "") ?? null,
  }));
}
