import { bucketOf, setAccountStatus } from "#features/loyalty/ledger/api/service/postings.ts";
import { ledgerAccountsTable as accountsTable } from "#features/loyalty/ledger/api/tables.ts";
import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { type ListDefinition, readPage } from "#api/list.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { memberNames } from "#features/loyalty/wallet/api/service/names.ts";
import { readMethod } from "#features/loyalty/wallet/api/service/payoutMethods.ts";
import { readSettings } from "#features/loyalty/wallet/api/service/settings.ts";
import { idInBucketOf, refusing, spendFromWallet } from "#features/loyalty/wallet/api/service/statements.ts";
import { lotsTable, ownerPostingsView as postings, walletsView as table } from "#features/loyalty/wallet/api/tables.ts";
import {
  type Balance,
  type Wallet,
  walletRefusals as refused,
  type WalletRow,
  type wallets,
} from "#features/loyalty/wallet/contract/wallets.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { retailerScope } from "#features/retail/retailers/api/service/rows.ts";

export const exponentOf = (currency: string): number => minorDigitsByCurrency.get(currency) ?? 2;

const { bucket: _, ...columns } = {
  bucket: table.bucket,
  id: table.id,
  memberId: table.memberId,
  currency: table.currency,
  pendingMinor: table.pendingMinor,
  availableMinor: table.availableMinor,
  heldMinor: table.heldMinor,
  owedMinor: table.owedMinor,
  isFrozen: table.isFrozen,
};
type ListInput = Input<typeof wallets.list>;
const list: ListDefinition<typeof columns, ListInput> = {
  table,
  id: table.id,
  columns,
  search: (typed) => (typed === "" ? undefined : sql`${table.memberId}::text = ${typed}`),
  sorts: { available: [table.availableMinor, table.id] },
  filters: {
    currency: (currency) => eq(table.currency, currency),
    isFrozen: (isFrozen) => eq(table.isFrozen, isFrozen),
    isOwing: (isOwing) => (isOwing ? lt(table.owedMinor, 0) : eq(table.owedMinor, 0)),
  },
  // Members belong to the programme: no brand has some of them.
  scope: () => undefined,
};

export async function listWallets(ctx: Ctx, input: ListInput): Promise<Page<WalletRow>> {
  const page = await readPage(ctx, list, input);
  const ids = page.rows.map(({ memberId }) => memberId);
  const names = await memberNames(ctx, ids);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      // The wallet's page is read by the member.
      id: `${row.memberId}-${row.currency}`,
      member: names.get(row.memberId)!,
      country: null,
    })),
  };
}

/** Refuses with `not_found`. */
export async function requireMember(ctx: Ctx, memberId: string): Promise<{ status: string }> {
  const [member] = await ctx.db
    .select({ status: membersTable.status })
    .from(membersTable)
    .where(and(eq(membersTable.bucket, bucketOf(memberId)), eq(membersTable.id, memberId)));
  if (!member) throw commonRefusals.not_found();
  return member;
}

export async function getWallet(ctx: Ctx, { memberId }: Input<typeof wallets.get>): Promise<Wallet> {
  await requireMember(ctx, memberId);
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.bucket, bucketOf(memberId)), eq(table.memberId, memberId)))
    .orderBy(asc(table.currency));
  const lots = await readLots(ctx, memberId);
  const { expiryDays, expiryDestination } = await readSettings(ctx);
  return {
    memberId,
    member: (await memberNames(ctx, [memberId])).get(memberId)!,
    balances: rows.map((row): Balance => {
      const next = lots.find(({ currency, expiresAt }) => currency === row.currency && expiresAt !== null);
      return {
        currency: row.currency,
        exponent: exponentOf(row.currency),
        pendingMinor: row.pendingMinor,
        availableMinor: row.availableMinor + row.owedMinor,
        heldMinor: row.heldMinor,
        isFrozen: row.isFrozen,
        nextExpiry: next ? { at: next.expiresAt!, amountMinor: next.leftMinor } : null,
      };
    }),
    payoutMethod: await readMethod(ctx, memberId),
    expiry: { days: expiryDays, destination: expiryDestination },
  };
}

/** In the order in which they are spent. */
const readLots = (ctx: Ctx, memberId: string) =>
  ctx.db
    .select({
      cashbackId: lotsTable.cashbackId,
      currency: lotsTable.currency,
      leftMinor: lotsTable.leftMinor,
      expiresAt: lotsTable.expiresAt,
    })
    .from(lotsTable)
    .where(and(eq(lotsTable.bucket, bucketOf(memberId)), eq(lotsTable.memberId, memberId), gt(lotsTable.leftMinor, 0)))
    .orderBy(asc(lotsTable.currency), sql`${lotsTable.expiresAt} nulls last`, asc(lotsTable.cashbackId));

export async function listLots(
  ctx: Ctx,
  { memberId }: Input<typeof wallets.lots>,
): Promise<Output<typeof wallets.lots>> {
  await requireMember(ctx, memberId);
  return { rows: await readLots(ctx, memberId) };
}

const pageRows = 100;

export async function listTransactions(ctx: Ctx, { memberId, before }: Input<typeof wallets.transactions>) {
  await requireMember(ctx, memberId);
  const rows = await ctx.db
    .select()
    .from(postings)
    .where(
      and(
        eq(postings.ownerKind, "member"),
        eq(postings.ownerId, memberId),
        before === undefined ? undefined : lt(postings.number, before),
      ),
    )
    .orderBy(desc(postings.number), desc(postings.ordinal))
    .limit(pageRows);
  if (rows.length < pageRows) return { rows, before: null };
  // The last transaction may have more lines: all of them are on the next page.
  const last = rows.at(-1)!.number;
  return { rows: rows.filter(({ number }) => number !== last), before: last + 1 };
}

/** Refuses with `insufficient_funds` and `account_frozen`. */
export const spend = (ctx: Ctx, input: Input<typeof wallets.spend>): Promise<Wallet> =>
  inTransaction(ctx, async (inner) => {
    await requireMember(inner, input.memberId);
    const [shop] = await inner.db
      .select({ id: retailersTable.id })
      .from(retailersTable)
      .where(and(eq(retailersTable.id, input.retailerId), retailerScope(inner)));
    if (!shop) throw refused.spend_retailer_unavailable();
    await refusing(spendFromWallet(inner, { ...input, id: idInBucketOf(inner, input.memberId) }));
    return getWallet(inner, input);
  });

export const freeze = (ctx: Ctx, { memberId, isFrozen, reason }: Input<typeof wallets.freeze>): Promise<Wallet> =>
  inTransaction(ctx, async (inner) => {
    await requireMember(inner, memberId);
    const accounts = await inner.db
      .select({ id: accountsTable.id })
      .from(accountsTable)
      .where(and(eq(accountsTable.ownerKind, "member"), eq(accountsTable.ownerId, memberId)));
    const ids = accounts.map(({ id }) => id);
    if (ids.length > 0) await setAccountStatus(inner, ids, isFrozen ? "frozen" : "open");
    const changes = { isFrozen: { before: !isFrozen, after: isFrozen } };
    const action = isFrozen ? "freeze" : "unfreeze";
    await recordAudit(inner, [{ action, resource: "wallets", resourceId: memberId, changes, reason }]);
    return getWallet(inner, { memberId });
  });
