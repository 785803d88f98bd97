import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { largestCostOf } from "#features/loyalty/promocodes/api/service/calls.ts";
import { LimitReached, setCampaignCaps } from "#features/loyalty/promocodes/api/service/statements.ts";
import { resolveWindows } from "#features/loyalty/promocodes/api/service/windows.ts";
import {
  type CampaignRecord,
  campaignVersionsTable,
  campaignsTable,
  codesTable,
} from "#features/loyalty/promocodes/api/tables.ts";
import { promocodeRefusals as refused } from "#features/loyalty/promocodes/contract.ts";

/**
 * Makes the terms of a locked campaign its live version: with its window, its limits and its shared code, in the
 * caller's transaction.
 *
 * Refuses with `promocode_window_ended`, `limit_below_used` and `shared_code_taken`.
 */
export async function publishVersion(ctx: Ctx, campaign: CampaignRecord): Promise<void> {
  const { id, terms } = campaign;
  const { startsAt, endsAt } = terms.window;
  if (endsAt !== null && endsAt <= ctx.now) throw refused.promocode_window_ended();
  const number = (campaign.liveVersion ?? 0) + 1;
  await ctx.db.insert(campaignVersionsTable).values({
    campaignId: id,
    number,
    terms,
    startsAt,
    endsAt,
    submittedBy: campaign.submittedBy,
    approvedBy: ctx.actor?.userId ?? null,
    approvedAt: ctx.now,
  });
  await ctx.db
    .update(campaignsTable)
    .set({ liveVersion: number, currency: terms.currency, startsAt, endsAt })
    .where(eq(campaignsTable.id, id));
  await resolveWindows(ctx, { campaignIds: [id] });
  await enterSharedCode(ctx, campaign);
  await setLimits(ctx, campaign);
}

async function setLimits(ctx: Ctx, { id, terms }: CampaignRecord): Promise<void> {
  const { total, budgetMinor } = terms.limits;
  try {
    await setCampaignCaps(ctx, id, { uses: total, budget: budgetMinor, largestCost: largestCostOf(terms) });
  } catch (error) {
    throw error instanceof LimitReached ? refused.limit_below_used() : error;
  }
}

/** Codes that the campaign shared before can't be used any more. */
async function enterSharedCode(ctx: Ctx, { id, sharedCode, sharedCodeKey: key }: CampaignRecord): Promise<void> {
  const table = codesTable;
  await ctx.db
    .update(table)
    .set({ status: "disabled" })
    .where(and(eq(table.campaignId, id), isNull(table.batchId), ne(table.codeKey, key ?? "")));
  if (key === null) return;
  // The code of an archived campaign is free: until then it says that its promotion has ended.
  const entered = await ctx.db.execute(sql`
    insert into ${table} as known (bucket, code_key, campaign_id, code_display, status)
    values (bucket_of(${key}::text), ${key}, ${id}::uuid, ${sharedCode}, 'available')
    on conflict (bucket, code_key) do update
       set campaign_id = excluded.campaign_id, code_display = excluded.code_display, status = 'available'
     where known.batch_id is null
       and (known.campaign_id = excluded.campaign_id
            or exists (select from ${campaignsTable} as other
                        where other.id = known.campaign_id and other.status = 'archived'))
    returning 1`);
  if ((entered as { rows: unknown[] }).rows.length > 0) return;
  const { code, message } = refused.shared_code_taken();
  throw refused.shared_code_taken({}, [{ path: "sharedCode", code, message }]);
}
