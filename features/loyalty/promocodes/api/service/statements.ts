import { sql } from "drizzle-orm";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sqlStateOf } from "#api/sqlState.ts";
import { rootReason } from "#api/rootReason.ts";
import { readArrays } from "#api/statements.ts";

/** A limited subject of a redemption: its member, retailer or location, and how often it may use the campaign. */
export interface CountedUse {
  readonly id: string;
  /** `2026-W48`, `2026-11-24`; empty for all time. */
  readonly period: string;
  readonly max: number;
  /** The code of the refusal. */
  readonly refusal: string;
}

/** One line of a redemption, in minor units. */
export interface RedeemedLine {
  readonly number: number;
  readonly product_id: string | null;
  readonly quantity: number;
  readonly rate_bps: number | null;
  readonly rate_source: string | null;
  readonly certificate_id: string | null;
  readonly base_minor: number;
  readonly discount_minor: number;
  readonly cashback_minor: number;
  readonly brand_minor: number;
  readonly retailer_minor: number;
  readonly platform_minor: number;
}

/** The amounts of a redemption, in minor units. `cost_minor` is what the budget counts. */
interface Amounts {
  readonly discount_minor: number;
  readonly cashback_minor: number;
  readonly cost_minor: number;
}

/** One campaign to redeem or reserve, with the names of the columns of `redemptions`. */
export interface RedemptionCall extends Amounts {
  readonly id: string;
  readonly campaign_id: string;
  readonly campaign_version: number;
  readonly code_key: string | null;
  readonly is_code_counted: boolean;
  readonly member_id: string | null;
  readonly retailer_id: string;
  readonly location_id: string | null;
  readonly order_ref: string;
  readonly currency: string;
  readonly caller_id: string;
  readonly request_id: string;
  /** Null: redeemed at once. */
  readonly reserved_until: Instant | null;
  readonly counted: readonly CountedUse[];
  readonly lines: readonly RedeemedLine[];
  readonly trace: unknown;
}

/** What one rollback gives back. */
export interface RollbackCall extends Amounts {
  readonly redemption_id: string;
  readonly reason: string;
  readonly actor_id: string;
  readonly lines: readonly object[];
}

/** Redeems or reserves a campaign in the caller's transaction. Throws `LimitReached`, and then all must be undone. */
export async function redeemCampaign(ctx: Ctx, call: RedemptionCall): Promise<void> {
  const { counted, ...row } = call;
  const isReserved = call.reserved_until !== null;
  const made = {
    ...row,
    bucket: bucketOf(call.id),
    status: isReserved ? "reserved" : "committed",
    committed_at: isReserved ? null : ctx.now,
    rollbacks: 0,
    ...leftOf(call),
    counted_ids: counted.map(({ id }) => id),
    counted_periods: counted.map(({ period }) => period),
    limits: counted.map(({ max }) => max),
    refusals: counted.map(({ refusal }) => refusal),
  };
  await taking(readArrays(ctx.db, sql`select redeem_campaign(${json(made)}, ${at(ctx)})`, { hasStablePlan: true }));
}

/** Commits a reservation with these amounts. False: it is no reservation any more. Throws `LimitReached`. */
export const commitReservation = async (
  ctx: Ctx,
  call: Amounts & { readonly id: string; readonly trace: unknown; readonly lines: readonly RedeemedLine[] },
): Promise<boolean> =>
  valueOf(
    await taking(
      ctx.db.execute(
        sql`select commit_reservation(${json({ ...call, bucket: bucketOf(call.id) })}, ${at(ctx)}) as value`,
      ),
    ),
  );

/** Ends a reservation and gives back what it took. False: it is no reservation any more. */
export const releaseReservation = async (ctx: Ctx, id: string): Promise<boolean> =>
  valueOf(await ctx.db.execute(sql`select release_reservation(${id}::uuid, ${at(ctx)}) as value`));

/** As many as a job or call ends in one transaction. */
export const expiredAtOnce = 200;

/** Ends up to `most` reservations whose time is over. Answers how many. */
export const expireReservations = async (ctx: Ctx, most: number): Promise<number> =>
  valueOf(await ctx.db.execute(sql`select expire_reservations(${at(ctx)}, ${most}::int) as value`));

/**
 * Gives back a part, or what is left. The amounts are computed for a redemption with `seen` rollbacks. False: another
 * rollback was first, and they must be computed again.
 */
export const rollBackRedemption = async (
  ctx: Ctx,
  call: RollbackCall,
  { seen, isWhole }: { readonly seen: number; readonly isWhole: boolean },
): Promise<boolean> =>
  valueOf(
    await ctx.db.execute(sql`
      select roll_back_redemption(${json({ ...call, bucket: bucketOf(call.redemption_id) })},
                                  ${seen}::int, ${isWhole}::boolean, ${at(ctx)}) as value`),
  );

/** Sets what a campaign may use; null is no limit. Throws `LimitReached` with `limit_below_used`. */
export async function setCampaignCaps(
  ctx: Ctx,
  campaignId: string,
  {
    uses,
    budget,
    largestCost,
  }: { readonly uses: number | null; readonly budget: number | null; readonly largestCost: number },
): Promise<void> {
  await taking(
    ctx.db.execute(sql`
      select set_campaign_caps(${campaignId}::uuid, ${uses}::bigint, ${budget}::bigint, ${largestCost}::bigint)`),
  );
}

/** What an offline list has of one promotion. */
export type Lease = { readonly uses: number; readonly budgetMinor: number };

/** Takes a part of a promotion's limits for an offline list. Null: too little is left. */
export const takeLease = async (
  ctx: Ctx,
  lease: {
    readonly listId: string;
    readonly campaignId: string;
    readonly version: number;
    readonly wanted: number;
    readonly largestCost: number;
    /** The retailer and location whose uses are limited, by id. */
    readonly subjects: readonly { readonly id: string; readonly max: number }[];
  },
): Promise<Lease | null> =>
  valueOf(
    await ctx.db.execute(sql`
      select take_lease(${lease.listId}::uuid, ${lease.campaignId}::uuid, ${lease.version}::int, ${lease.wanted}::int,
                        ${lease.largestCost}::bigint, ${`{${lease.subjects.map(({ id }) => id).join()}}`}::uuid[],
                        ${`{${lease.subjects.map(({ max }) => max).join()}}`}::int[]) as value`),
  );

/** Holds unused unique codes of a batch for an offline list. Answers their keys. */
export const holdCodes = async (
  ctx: Ctx,
  { listId, batchId, most }: { readonly listId: string; readonly batchId: string; readonly most: number },
): Promise<string[]> =>
  valueOf(
    await ctx.db.execute(sql`select hold_codes(${listId}::uuid, ${batchId}::uuid, ${most}::int, ${at(ctx)}) as value`),
  );

/** Until the transaction ends, redemptions take their uses from this offline list, as long as it has room. */
export const drawOnLease = async (ctx: Ctx, listId: string): Promise<void> => {
  await ctx.db.execute(sql`select set_config('mizan.offline_list', ${listId}, true)`);
};

/** Gives back what an offline list did not use. False: it is closed already. */
export const closeOfflineList = async (ctx: Ctx, id: string): Promise<boolean> =>
  valueOf(await ctx.db.execute(sql`select close_offline_list(${id}::uuid, ${at(ctx)}) as value`));

/**
 * After `campaign_limit_reached`, in a transaction of its own: shares out what all buckets have left. `again` if the
 * call has room now, otherwise the limit that is truly reached.
 */
export const levelCampaign = async (
  ctx: Ctx,
  campaignId: string,
  { cost, largestCost }: { readonly cost: number; readonly largestCost: number },
): Promise<"again" | "campaign_limit_reached" | "budget_exhausted"> =>
  valueOf(
    await ctx.db.execute(sql`
      select level_campaign(${campaignId}::uuid, ${cost}::bigint, ${largestCost}::bigint) as value`),
  );

/**
 * After `insufficient_funds`, in a transaction of its own: shares out what the brand has left in all buckets. False: it
 * is less than the amount.
 */
export const levelFunding = async (
  ctx: Ctx,
  campaignId: string,
  { bucket, amount }: { readonly bucket: number; readonly amount: number },
): Promise<boolean> =>
  valueOf(
    await ctx.db.execute(sql`
      select level_campaign_funding(${campaignId}::uuid, ${bucket}::smallint, ${amount}::bigint, ${at(ctx)}) as value`),
  );

/** A limit that a statement found reached. The transaction is aborted. */
export class LimitReached extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`refused by the database: ${code}`);
    this.code = code;
  }
}

const refusedState = "MZ422";

async function taking<Result>(statement: PromiseLike<Result>): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (sqlStateOf(error) === refusedState) throw new LimitReached(rootReason(error));
    throw error;
  }
}

/** The bucket of an id: the low six bits of its last byte, as `bucket_of` in SQL. */
export const bucketOf = (id: string): number => Number.parseInt(id.slice(-2), 16) & 63;

const leftOf = ({ discount_minor, cashback_minor, cost_minor }: Amounts) => ({
  discount_left_minor: discount_minor,
  cashback_left_minor: cashback_minor,
  cost_left_minor: cost_minor,
});
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
const at = ({ now }: Ctx) => sql`${now}::timestamptz`;
const valueOf = <Value>(result: unknown) => (result as { rows: { value: Value }[] }).rows[0]!.value;
