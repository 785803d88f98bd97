import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { AdjustmentRules } from "#features/loyalty/ledger/api/service/adjustments.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import type { MemberFollower } from "#features/loyalty/members/api/service/followers.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { memberRefusals } from "#features/loyalty/members/contract.ts";
import { activeMethod } from "#features/loyalty/wallet/api/service/payoutMethods.ts";
import { recipientPurpose } from "#features/loyalty/wallet/api/service/recipients.ts";
import {
  followBalance,
  idInBucketOf,
  moveWallet,
  RefusedByDatabase,
  refusing,
} from "#features/loyalty/wallet/api/service/statements.ts";
import {
  cashbackTable,
  itemsTable as items,
  payoutMethodsTable as methods,
  payoutRequestsTable as requests,
  walletsView as wallets,
} from "#features/loyalty/wallet/api/tables.ts";

/** Keeps the lots of members whose available balance an adjustment or its reversal changed. */
export const followAdjustment: NonNullable<AdjustmentRules["followMember"]> = async (ctx, posted) => {
  const { source, destination, amountMinor } = posted;
  for (const [account, change] of [[source, -amountMinor] as const, [destination, amountMinor] as const])
    if (account.ownerKind === "member" && account.purpose === "available")
      await refusing(followBalance(ctx, { memberId: account.ownerId!, currency: account.currency, change }));
};

const walletsOf = (ctx: Ctx, memberId: string) =>
  ctx.db
    .select()
    .from(wallets)
    .where(and(eq(wallets.bucket, bucketOf(memberId)), eq(wallets.memberId, memberId)));

/** What the wallet does when members are merged or erased. */
export const walletOfMember: MemberFollower = {
  async merge(ctx, { id, into }) {
    const own = await walletsOf(ctx, id);
    const others = await walletsOf(ctx, into);
    if ([...own, ...others].some(({ isFrozen }) => isFrozen)) throw memberRefusals.member_wallet_frozen();
    for (const { currency } of own) await moveWallet(ctx, { id, into, currency });
    await moveRequests(ctx, { id, into });
    await moveMethod(ctx, { id, into });
  },
  async erase(ctx, { id }) {
    // Money of those who were merged into this one is on its way here.
    const merged = await ctx.db
      .select({ id: membersTable.id })
      .from(membersTable)
      .where(eq(membersTable.mergedInto, id));
    const ids = [id, ...merged.map((each) => each.id)];
    for (const each of ids) if (await hasMoney(ctx, each)) throw memberRefusals.member_has_money();
    await removeMethod(ctx, id);
    for (const each of ids)
      await ctx.db
        .update(items)
        .set({ recipientSealed: null })
        .where(and(eq(items.bucket, bucketOf(each)), eq(items.memberId, each)));
  },
};

type Merged = { readonly id: string; readonly into: string };

/** Requests of the merged member are asked for by the one who stays, unless that one asks for a payout already. */
async function moveRequests(ctx: Ctx, { id, into }: Merged): Promise<void> {
  const open = await ctx.db
    .update(requests)
    .set({ status: "cancelled" })
    .where(and(eq(requests.bucket, bucketOf(id)), eq(requests.memberId, id), eq(requests.status, "requested")))
    .returning();
  for (const { currency, amountMinor, createdAt } of open)
    await ctx.db
      .insert(requests)
      .values({
        id: idInBucketOf(ctx, into),
        bucket: bucketOf(into),
        memberId: into,
        currency,
        amountMinor,
        createdAt,
        status: "requested",
      })
      .onConflictDoNothing();
}

/** The payout method of the merged member serves the one who stays, if that one has none. */
async function moveMethod(ctx: Ctx, { id, into }: Merged): Promise<void> {
  const [own] = await ctx.db.select().from(methods).where(activeMethod(id)).for("update");
  if (own === undefined) return;
  const known = await ctx.db.select({ id: methods.id }).from(methods).where(activeMethod(into));
  if (own.recipientSealed !== null && known.length === 0) {
    const recipient = await ctx.cipher.open(own.recipientSealed, recipientPurpose(id));
    await ctx.db.insert(methods).values({
      ...own,
      id: idInBucketOf(ctx, into),
      bucket: bucketOf(into),
      memberId: into,
      recipientSealed: await ctx.cipher.seal(recipient, recipientPurpose(into)),
    });
  }
  await removeMethod(ctx, id);
}

const removeMethod = (ctx: Ctx, memberId: string) =>
  ctx.db.update(methods).set({ status: "replaced", recipientSealed: null }).where(activeMethod(memberId));

/** Whether something is pending, available, held, owed, being paid, or waits for the brand's funds. */
async function hasMoney(ctx: Ctx, id: string): Promise<boolean> {
  const balances = await walletsOf(ctx, id);
  const sums = balances.flatMap((row) => [row.pendingMinor, row.availableMinor, row.heldMinor, row.owedMinor]);
  if (sums.some((minor) => minor !== 0)) return true;
  const ofMember = (table: typeof items | typeof cashbackTable) =>
    and(eq(table.bucket, bucketOf(id)), eq(table.memberId, id));
  const sent = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(ofMember(items), eq(items.status, "sent")))
    .limit(1);
  const tracked = await ctx.db
    .select({ id: cashbackTable.id })
    .from(cashbackTable)
    .where(and(ofMember(cashbackTable), eq(cashbackTable.status, "tracked")))
    .limit(1);
  return sent.length + tracked.length > 0;
}

/**
 * Job: what became available to a merged member, or is owed by them, since the merge goes to the one who stays. Those
 * with a frozen wallet wait. Answers how many there were.
 */
export async function followMerges(ctx: Ctx): Promise<void> {
  const found = await ctx.db
    .select({ id: wallets.memberId, into: membersTable.mergedInto, currency: wallets.currency })
    .from(membersTable)
    .innerJoin(wallets, and(eq(wallets.bucket, membersTable.bucket), eq(wallets.memberId, membersTable.id)))
    .where(
      sql`${membersTable.mergedInto} is not null and (${wallets.availableMinor} > 0 or ${wallets.owedMinor} < 0)
          and not ${wallets.isFrozen}`,
    )
    .limit(200);
  for (const { id, into, currency } of found)
    try {
      await inTransaction(ctx, (inner) => moveWallet(inner, { id, into: into!, currency }));
    } catch (error) {
      if (!(error instanceof RefusedByDatabase)) throw error;
    }
}
