import { sql } from "drizzle-orm";
import { addMs, type Instant, secondMs } from "#base/time.ts";
import type { Catalogue, Ctx } from "#api/context.ts";
import { RunAgainAfter } from "#api/transactions.ts";

/** A refused call of one campaign. Calls with unknown codes belong to none, and are not counted. */
type RefusedCall = { readonly campaignId: string; readonly retailerId: string; readonly reason: string };
type Row = {
  readonly campaign_id: string;
  readonly retailer_id: string;
  readonly day: string;
  readonly reason: string;
  count: number;
};
type PendingCounts = { rows: Map<string, Row>; dueAt: Instant };

/**
 * A process adds its counts to the table with the first refusal after this long, and with the job that it runs. A crash
 * loses what it has not added.
 */
const writeEveryMs = 10 * secondMs;
/** With so many different counts waiting, further ones are dropped until the next write. */
const waitingMax = 10_000;

/** By API, so that two in one process do not share counts. */
const waitingByApi = new WeakMap<Catalogue, PendingCounts>();

/** Counts a refusal in memory: it may be inside a transaction that is about to be rolled back. */
export function countRefusal(ctx: Ctx, { campaignId, retailerId, reason }: RefusedCall): void {
  const { rows } = waitingOf(ctx);
  const day = ctx.now.slice(0, 10);
  const key = `${campaignId} ${retailerId} ${day} ${reason}`;
  const row = rows.get(key);
  if (row) row.count++;
  else if (rows.size < waitingMax)
    rows.set(key, { campaign_id: campaignId, retailer_id: retailerId, day, reason, count: 1 });
}

/**
 * For a call that is about to be refused, in its transaction: when the counts of this process are due, rolls the
 * transaction back, writes them in one of their own, and lets the call run again.
 */
export function writeRefusalsWhenDue(ctx: Ctx): void {
  const { rows, dueAt } = waitingOf(ctx);
  if (rows.size > 0 && dueAt <= ctx.now) throw new RunAgainAfter(({ db }) => writeRefusals({ ...ctx, db }));
}

/** Adds what this process counted to the table, in one statement. What can't be written is counted again later. */
export async function writeRefusals(ctx: Ctx): Promise<void> {
  const waiting = waitingOf(ctx);
  const { rows } = waiting;
  waiting.dueAt = addMs(ctx.now, writeEveryMs);
  if (rows.size === 0) return;
  waiting.rows = new Map();
  try {
    await ctx.db.execute(sql`
      insert into campaign_refusals as known (bucket, campaign_id, day, retailer_id, reason, refusals)
      select bucket_of(campaign_id), campaign_id, day, retailer_id, reason, count
        from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb)
          as its (campaign_id uuid, retailer_id uuid, day date, reason text, count bigint)
       order by 1, 2, 3, 4, 5
      on conflict (bucket, campaign_id, day, retailer_id, reason) do update
         set refusals = known.refusals + excluded.refusals`);
  } catch (error) {
    ctx.log.warn("refusal counts not written", { reason: String(error) });
    for (const [key, row] of rows) {
      const newer = waiting.rows.get(key);
      if (newer) newer.count += row.count;
      else waiting.rows.set(key, row);
    }
  }
}

function waitingOf({ catalogue, now }: Ctx): PendingCounts {
  const known = waitingByApi.get(catalogue);
  if (known) return known;
  const waiting: PendingCounts = { rows: new Map(), dueAt: addMs(now, writeEveryMs) };
  waitingByApi.set(catalogue, waiting);
  return waiting;
}
