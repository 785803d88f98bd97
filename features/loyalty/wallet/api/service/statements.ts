import { type SQL, sql } from "drizzle-orm";
import type { RefusalMaker } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import { rootReason } from "#api/rootReason.ts";
import { sqlStateOf } from "#api/sqlState.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { cashbackRefusals } from "#features/loyalty/wallet/contract/cashback.ts";
import type { CashbackAction } from "#features/loyalty/wallet/rules/cashback.ts";
import type { PaypalStatus } from "#features/loyalty/wallet/rules/payouts.ts";

/** A new id in the bucket of a member. */
export function idInBucketOf(ctx: Ctx, memberId: string): string {
  const id = newId(ctx);
  const last = (Number.parseInt(id.slice(-2), 16) & 0xc0) | bucketOf(memberId);
  return `${id.slice(0, -2)}${last.toString(16).padStart(2, "0")}`;
}

/** A refusal that a function of the database raised. The transaction is aborted. */
export class RefusedByDatabase extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`refused by the database: ${code}`);
    this.code = code;
  }
}

const refusedState = "MZ422";

/** The value of a function call. Throws `RefusedByDatabase`. */
export async function callFunction<Value>(ctx: Ctx, call: SQL): Promise<Value> {
  try {
    const result = await ctx.db.execute(sql`select to_jsonb(${call}) as value`);
    return (result as { rows: { value: Value }[] }).rows[0]!.value;
  } catch (error) {
    throw sqlStateOf(error) === refusedState ? new RefusedByDatabase(rootReason(error)) : error;
  }
}

/** The refusal of what the database refused; the same error if it has none. */
export function refusalOf(error: RefusedByDatabase): Error {
  const code = error.code === "account_closed" ? "account_frozen" : error.code;
  const known: Readonly<Record<string, RefusalMaker>> = cashbackRefusals;
  return known[code]?.() ?? error;
}

export async function refusing<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RefusedByDatabase ? refusalOf(error) : error;
  }
}

const at = ({ now }: Ctx) => sql`${now}::timestamptz`;
const actor = (ctx: Ctx) => sql`${ctx.actor?.userId ?? null}::uuid`;
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
const bucket = (id: string) => sql`${bucketOf(id)}::smallint`;

/** One line of cashback, with the names of the columns. */
export interface EarnedLine {
  readonly number: number;
  readonly product_id: string | null;
  readonly quantity: number;
  readonly paid_minor: number;
  readonly rate_bps: number | null;
  readonly rate_source: string | null;
  readonly certificate_id: string | null;
  readonly amount_minor: number;
}

/** Cashback of a purchase that a brand pays, with the names of the columns. */
export interface EarnedCashback {
  readonly id: string;
  readonly member_id: string;
  readonly brand_id: string;
  readonly retailer_id: string;
  readonly location_id: string | null;
  readonly order_ref: string;
  readonly purchased_at: string;
  readonly rate_bps: number | null;
  readonly rate_source: string | null;
  readonly certificate_id: string | null;
  readonly currency: string;
  readonly amount_minor: number;
  readonly due_at: string;
  readonly hold_reason: string | null;
  readonly status: "pending" | "tracked";
  readonly lines: readonly EarnedLine[];
}

export function earnCashback(ctx: Ctx, entry: EarnedCashback): Promise<unknown> {
  const call = {
    ...entry,
    bucket: bucketOf(entry.id),
    caller_id: ctx.actor?.userId ?? null,
    brand_left_minor: entry.amount_minor,
    retailer_left_minor: 0,
    platform_left_minor: 0,
  };
  return callFunction(ctx, sql`cashback_earn(${json(call)}, ${at(ctx)})::text`);
}

/** Posts a tracked entry. Throws `RefusedByDatabase` with `insufficient_funds`. */
export const fundTracked = (ctx: Ctx, id: string): Promise<boolean> =>
  callFunction(ctx, sql`cashback_fund_tracked(${bucket(id)}, ${id}::uuid, ${at(ctx)})`);

type Lacking = { readonly currency: string; readonly memberId: string; readonly amount: number };
/** Levels a brand's funding, in a transaction of its own. False: it has less than this in all buckets. */
export const levelBrand = (ctx: Ctx, brandId: string, { currency, memberId, amount }: Lacking): Promise<boolean> =>
  callFunction(
    ctx,
    sql`ledger_level('brand', ${brandId}::uuid, 'funding', ${currency}, ${bucket(memberId)}, ${amount}::bigint, ${at(ctx)})`,
  );

type Decision = { readonly id: string; readonly reason: string; readonly amountMinor?: number | undefined };
/** Answers null if it was done, else the code of the refusal. */
export async function decideCashback(ctx: Ctx, action: CashbackAction, decision: Decision): Promise<string | null> {
  const { id, reason, amountMinor = null } = decision;
  const entry = sql`${bucket(id)}, ${id}::uuid`;
  const why = sql`${reason}, ${actor(ctx)}, ${at(ctx)}`;
  switch (action) {
    case "decline":
      return callFunction(ctx, sql`cashback_end(${entry}, 'declined', null, ${why})`);
    case "reverse":
      return callFunction(ctx, sql`cashback_end(${entry}, 'reversed', ${amountMinor}::bigint, ${why})`);
    default: {
      const calls = {
        confirm: sql`cashback_confirm(${entry}, false, ${why})`,
        hold: sql`cashback_hold(${entry}, ${why})`,
        release: sql`cashback_release(${entry}, ${why})`,
      };
      return (await callFunction<boolean>(ctx, calls[action])) ? null : "invalid_cashback_transition";
    }
  }
}

/** Confirms up to `most` entries whose return window is over. Answers how many. */
export const confirmDue = (ctx: Ctx, most: number): Promise<number> =>
  callFunction(ctx, sql`cashback_confirm_due(${at(ctx)}, ${most}::int)`);

/** Expires up to `most` lots. Answers how many. */
export const expireLots = (ctx: Ctx, most: number): Promise<number> =>
  callFunction(ctx, sql`cashback_expire(${at(ctx)}, ${most}::int)`);

export interface Spending {
  readonly id: string;
  readonly memberId: string;
  readonly retailerId: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly orderRef: string;
}
export const spendFromWallet = (ctx: Ctx, { id, memberId, retailerId, currency, amountMinor, orderRef }: Spending) =>
  callFunction(
    ctx,
    sql`wallet_spend(${bucket(memberId)}, ${id}::uuid, ${memberId}::uuid, ${retailerId}::uuid, ${currency},
                     ${amountMinor}::bigint, ${orderRef}, ${actor(ctx)}, ${at(ctx)})::text`,
  );

/** A payment to set aside, with the names of the columns. */
export interface TakenItem {
  readonly id: string;
  readonly batch_id: string;
  readonly sequence: number;
  readonly member_id: string;
  readonly currency: string;
  readonly amount_minor: number;
  /** As PostgreSQL writes bytes; null in samples. */
  readonly recipient_sealed: string | null;
  readonly recipient_masked: string;
  readonly customer_ref: string;
}
/** False: the member can't be paid that much now. */
export const takePayout = (ctx: Ctx, item: TakenItem, requestId: string | null): Promise<boolean> =>
  callFunction(
    ctx,
    sql`payout_take(${json({ ...item, bucket: bucketOf(item.id) })}, ${requestId}::uuid, ${actor(ctx)}, ${at(ctx)})`,
  );

export interface PayoutMove {
  readonly to: "sent" | "cancelled" | "paid" | "failed" | "returned";
  readonly paypalStatus?: PaypalStatus | null;
  readonly paypalId?: string | null;
  readonly feeMinor?: number | null;
}
/** Moves a payment and its money. False: it can't change so. */
export function movePayout(ctx: Ctx, itemId: string, move: PayoutMove): Promise<boolean> {
  const { to, paypalStatus = null, paypalId = null, feeMinor = null } = move;
  return callFunction(
    ctx,
    sql`payout_settle(${bucket(itemId)}, ${itemId}::uuid, ${to}, ${paypalStatus}::text, ${paypalId}::text,
                      ${feeMinor}::bigint, ${actor(ctx)}, ${at(ctx)})`,
  );
}

export interface TopUp {
  readonly id: string;
  readonly brandId: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly reference: string;
}
/** Shares money that a brand paid out over its funding accounts. The caller checked the right to do so. */
export const topUpBrand = (ctx: Ctx, { id, brandId, currency, amountMinor, reference }: TopUp): Promise<unknown> =>
  callFunction(
    ctx,
    sql`top_up_brand(${id}::uuid, ${brandId}::uuid, ${currency}, ${amountMinor}::bigint, ${reference},
                     ${actor(ctx)}, ${at(ctx)})::text`,
  );

type BalanceChange = { readonly memberId: string; readonly currency: string; readonly change: number };
/** After a change of a member's available balance that no cashback explains: gives or takes lots. */
export const followBalance = (ctx: Ctx, { memberId, currency, change }: BalanceChange): Promise<unknown> =>
  callFunction(
    ctx,
    sql`wallet_follow(${bucket(memberId)}, ${memberId}::uuid, ${currency}, ${change}::bigint,
                      ${idInBucketOf(ctx, memberId)}::uuid, null, ${actor(ctx)}, ${at(ctx)})::text`,
  );

type MergedWallet = { readonly id: string; readonly into: string; readonly currency: string };
/** Moves what a merged member has and owes to the one who stays. Throws `RefusedByDatabase` if an account is frozen. */
export const moveWallet = (ctx: Ctx, { id, into, currency }: MergedWallet): Promise<unknown> =>
  callFunction(ctx, sql`wallet_move(${id}::uuid, ${into}::uuid, ${currency}, ${actor(ctx)}, ${at(ctx)})::text`);
