import { and, eq, inArray, sql } from "drizzle-orm";
import type { Instant } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { rootReason } from "#api/rootReason.ts";
import { sqlStateOf } from "#api/sqlState.ts";
import { readArrays } from "#api/statements.ts";
import { ledgerAccountsTable as accounts, ledgerHoldsTable as holds } from "#features/loyalty/ledger/api/tables.ts";
import {
  type AccountPurpose,
  type AccountStatus,
  type LedgerRefusal,
  ledgerRefusals,
  type OwnerKind,
} from "#features/loyalty/ledger/contract/accounts.ts";

/** Whose account, what for, and in which currency. The platform has no id. */
export interface AccountKey {
  readonly ownerKind: OwnerKind;
  readonly ownerId: string | null;
  readonly purpose: AccountPurpose;
  readonly currency: string;
}

/** One amount from one account to another, in minor units of the transaction's currency. */
export interface Posting {
  readonly source: string;
  readonly destination: string;
  readonly amountMinor: number;
}

interface Origin {
  /** The record that it was posted for. */
  readonly reference?: { readonly kind: string; readonly id: string };
  readonly reason?: string;
}

export interface TransactionInput extends Origin {
  readonly bucket: number;
  readonly kind: string;
  /** Posted once, whatever is sent again with it: `cashback_confirmed:<id>`. */
  readonly dedupeKey: string;
  readonly currency: string;
  readonly postings: readonly Posting[];
  /** When it took effect, if not now. */
  readonly effectiveAt?: Instant;
}

/** `isNew` is false if the key was known: then it is the first one's number. */
export interface PostResult {
  readonly number: number;
  readonly isNew: boolean;
}

export const bucketsCount = 64;

/** The bucket of an id: the low six bits of its last byte, as `bucket_of` in SQL. */
export const bucketOf = (id: string): number => Number.parseInt(id.slice(-2), 16) & (bucketsCount - 1);

/** The id of an account, which is opened if it is missing. */
export const openAccount = (ctx: Ctx, bucket: number, key: AccountKey): Promise<string> =>
  valueOf(ctx, sql`select ledger_account(${bucket}::smallint, ${keyOf(key)}) as value`);

/**
 * Posts a transaction in the caller's database transaction. With a known key nothing is posted, and the first one's
 * number answered.
 *
 * Throws `ledgerRefusals`: `insufficient_funds`, `account_frozen`, `account_closed`, `amount_too_large`,
 * `exceeds_owed`; `dedupe_key_reused` if the known one has another kind or other postings. Then the caller's database
 * transaction is aborted, except by the last.
 */
export async function post(ctx: Ctx, transaction: TransactionInput): Promise<PostResult> {
  const { bucket, kind, dedupeKey, currency, postings, reference, reason, effectiveAt } = transaction;
  const sent = postings.map(({ source, destination, amountMinor }) => ({
    source,
    destination,
    amount_minor: amountMinor,
  }));
  const number = await numberOf(
    ctx,
    sql`
    select ledger_post(${bucket}::smallint, new_id_in(${bucket}::smallint), ${kind}::text, ${dedupeKey}::text,
      ${originOf({ reference })}, ${currency}::text, ${JSON.stringify(sent)}::jsonb, ${actorOf(ctx)},
      ${reason ?? null}::text, ${at(ctx)}, ${effectiveAt ?? null}::timestamptz)::text as value`,
  );
  return number === null ? readKnown(ctx, transaction, sent) : { number, isNew: true };
}

async function readKnown(ctx: Ctx, { bucket, kind, dedupeKey, currency }: TransactionInput, sent: readonly object[]) {
  const [known] = await rowsOf<{ number: string; isSame: boolean }>(
    ctx,
    sql`select number::text, kind = ${kind} and (
               select jsonb_agg(jsonb_build_object('source', source_id, 'destination', destination_id,
                        'amount_minor', amount_minor) order by ordinal) = ${JSON.stringify(sent)}::jsonb
                      and min(currency) = ${currency}
                 from ledger_postings as posting
                where posting.bucket = made.bucket and posting.transaction_id = made.id) as "isSame"
          from ledger_transactions as made
         where bucket = ${bucket} and dedupe_key = ${dedupeKey}`,
  );
  if (!known!.isSame) throw ledgerRefusals.dedupe_key_reused();
  return { number: Number(known!.number), isNew: false };
}

export interface Transfer extends Origin, Posting {
  readonly kind: string;
  readonly dedupeKey: string;
  readonly currency: string;
}

/** Moves an amount between accounts of any two buckets. The number of its first half; null if the key is known. */
export const transfer = (
  ctx: Ctx,
  { source, destination, kind, dedupeKey, currency, amountMinor, ...rest }: Transfer,
) =>
  numberOf(
    ctx,
    sql`select ledger_transfer(${source}::uuid, ${destination}::uuid, ${kind}::text, ${dedupeKey}::text,
          ${originOf(rest)}, ${currency}::text, ${amountMinor}::bigint, ${actorOf(ctx)}, ${rest.reason ?? null}::text,
          ${at(ctx)})::text as value`,
  );

/**
 * Posts the whole transaction once more with all ends swapped. Its number; null if the key is known. Refuses with
 * `already_reversed`, `not_reversible`, and as `post`.
 */
export const reverse = (
  ctx: Ctx,
  { id, dedupeKey, reason }: { readonly id: string; readonly dedupeKey: string; readonly reason: string },
): Promise<number | null> =>
  numberOf(
    ctx,
    sql`select ledger_reverse(${bucketOf(id)}::smallint, ${id}::uuid, new_id_in(${bucketOf(id)}::smallint),
          ${dedupeKey}::text, ${actorOf(ctx)}, ${reason}::text, ${at(ctx)})::text as value`,
  );

export interface HoldInput extends Origin {
  /** Made by the caller, in the bucket of the account. Sent again, nothing is set aside twice. */
  readonly id: string;
  /** A member's `available` account. */
  readonly accountId: string;
  readonly amountMinor: number;
  readonly expiresAt: Instant;
}

/** Sets an amount aside until it is captured, released or expires. The number; null if the hold is known. */
export const placeHold = (ctx: Ctx, { id, accountId, amountMinor, expiresAt, ...rest }: HoldInput) =>
  numberOf(
    ctx,
    sql`select ledger_place_hold(${bucketOf(accountId)}::smallint, ${id}::uuid, ${accountId}::uuid,
          ${amountMinor}::bigint, ${expiresAt}::timestamptz, ${originOf(rest)}, ${actorOf(ctx)},
          ${rest.reason ?? null}::text, ${at(ctx)})::text as value`,
  );

/** Moves a held amount to its destination. Sent again, nothing happens. Refuses with `hold_ended`. */
export const captureHold = (ctx: Ctx, { id, destination, ...rest }: Origin & { id: string; destination: string }) =>
  endHold(ctx, { id, how: "captured", destination, ...rest });

/** Returns a held amount to where it came from. Sent again, nothing happens. Refuses with `hold_ended`. */
export const releaseHold = (ctx: Ctx, { id, ...rest }: Origin & { id: string }) =>
  endHold(ctx, { id, how: "released", destination: null, ...rest });

async function endHold(
  ctx: Ctx,
  { id, how, destination, ...rest }: Origin & { id: string; how: "captured" | "released"; destination: string | null },
): Promise<void> {
  const number = await numberOf(
    ctx,
    sql`select ledger_end_hold(${bucketOf(id)}::smallint, ${id}::uuid, ${how}::text, ${destination}::uuid,
          ${originOf(rest)}, ${actorOf(ctx)}, ${rest.reason ?? null}::text, ${at(ctx)})::text as value`,
  );
  if (number !== null) return;
  const [hold] = await ctx.db
    .select({ status: holds.status })
    .from(holds)
    .where(and(eq(holds.bucket, bucketOf(id)), eq(holds.id, id)));
  if (hold?.status !== how) throw ledgerRefusals.hold_ended();
}

const expiredAtOnce = 200;

/** Ends holds whose time is over. */
export async function expireHolds(ctx: Ctx): Promise<"again" | "done"> {
  const count = await inTransaction(ctx, (inner) =>
    valueOf<number>(inner, sql`select ledger_expire_holds(${at(inner)}, ${expiredAtOnce}::int) as value`),
  );
  return count === expiredAtOnce ? "again" : "done";
}

/**
 * After `insufficient_funds` of an account that shares its owner's balance with 63 others, in a transaction of its own:
 * moves what the others have, so that this bucket has the amount. False: all together have too little.
 */
export const levelAccounts = (
  ctx: Ctx,
  { bucket, amountMinor, ...key }: AccountKey & { readonly bucket: number; readonly amountMinor: number },
): Promise<boolean> =>
  valueOf(
    ctx,
    sql`select ledger_level(${keyOf(key)}, ${bucket}::smallint, ${amountMinor}::bigint, ${at(ctx)}) as value`,
  );

/** How far below zero an owner's 64 accounts may go together. Refuses with `limit_below_used`. */
export const setLimit = (ctx: Ctx, key: AccountKey, limitMinor: number): Promise<unknown> =>
  refusing(valueOf(ctx, sql`select ledger_set_limit(${keyOf(key)}, ${limitMinor}::bigint)::text as value`));

/** Freezes, opens or closes accounts, such as a member's. */
export const setAccountStatus = (ctx: Ctx, ids: readonly string[], status: AccountStatus): Promise<unknown> =>
  ctx.db
    .update(accounts)
    .set({ status })
    .where(and(inArray(accounts.bucket, [...new Set(ids.map(bucketOf))]), inArray(accounts.id, [...ids])));

export interface Balance extends AccountKey {
  readonly balanceMinor: number;
}

/** What an owner has, by purpose and currency: of all buckets together. */
export async function readBalances(ctx: Ctx, ownerKind: OwnerKind, ownerId: string | null): Promise<Balance[]> {
  const rows = await ctx.db
    .select({
      purpose: accounts.purpose,
      currency: accounts.currency,
      balance: sql<string>`sum(${accounts.balanceMinor})::text`,
    })
    .from(accounts)
    .where(
      and(
        eq(accounts.ownerKind, ownerKind),
        ownerId === null ? sql`${accounts.ownerId} is null` : eq(accounts.ownerId, ownerId),
        // A member's accounts are in one bucket.
        ownerKind === "member" ? eq(accounts.bucket, bucketOf(ownerId ?? "00")) : undefined,
      ),
    )
    .groupBy(accounts.purpose, accounts.currency)
    .orderBy(accounts.currency, accounts.purpose);
  return rows.map(({ balance, ...row }) => ({ ownerKind, ownerId, ...row, balanceMinor: Number(balance) }));
}

const refusedState = "MZ422";

async function refusing<Result>(statement: PromiseLike<Result>): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (sqlStateOf(error) !== refusedState) throw error;
    const refusal = ledgerRefusals[rootReason(error) as LedgerRefusal] as
      | (typeof ledgerRefusals)[LedgerRefusal]
      | undefined;
    throw refusal === undefined ? error : refusal();
  }
}

async function numberOf(ctx: Ctx, statement: ReturnType<typeof sql>): Promise<number | null> {
  const value = await refusing(valueOf<string | null>(ctx, statement));
  return value === null ? null : Number(value);
}

const keyOf = ({ ownerKind, ownerId, purpose, currency }: AccountKey) =>
  sql`${ownerKind}::text, ${ownerId}::uuid, ${purpose}::text, ${currency}::text`;
const originOf = ({ reference }: Pick<Origin, "reference"> | { reference: undefined }) =>
  sql`${reference?.kind ?? null}::text, ${reference?.id ?? null}::uuid`;
const actorOf = ({ actor }: Ctx) => sql`${actor?.userId ?? null}::uuid`;
const at = ({ now }: Ctx) => sql`${now}::timestamptz`;

async function valueOf<Value>(ctx: Ctx, statement: ReturnType<typeof sql>): Promise<Value> {
  // These only call functions: one plan is good for all values.
  const [row] = await readArrays(ctx.db, statement, { hasStablePlan: true });
  return row![0] as Value;
}

async function rowsOf<Row>(ctx: Ctx, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await ctx.db.execute(statement)) as { rows: Row[] }).rows;
}
