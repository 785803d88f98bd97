import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import { campaignsTable } from "#features/loyalty/promocodes/api/tables.ts";
import type { PromocodeFinding } from "#features/loyalty/promocodes/emails/api/noticeEmails.ts";
import { notifyResponsible } from "#features/loyalty/promocodes/emails/api/recipients.ts";

const campaignsAtOnce = 500;
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Notifies of live promocodes that have reached 80 or 100 percent of their total limit or budget: each step once per
 * version, however often and in however many processes this runs.
 *
 * A job, as a redemption knows only the counters of its own bucket.
 */
export async function notifyOfLimits(ctx: Ctx): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const ids = await nextCampaigns(ctx, after);
    await inTransaction(ctx, async (inner) => notifyResponsible(inner, await markReached(inner, ids)));
    after = ids.length < campaignsAtOnce ? undefined : ids.at(-1);
  }
}

/** Live promocodes with a limit, in order of id. */
async function nextCampaigns(ctx: Ctx, after: string): Promise<string[]> {
  const found = await ctx.db.execute(sql`
    select campaign.id
      from ${campaignsTable} as campaign
      join campaign_caps as cap on cap.campaign_id = campaign.id
     where campaign.id > ${after}::uuid and campaign.status <> 'archived' and campaign.live_version is not null
       and (campaign.ends_at is null or ${ctx.now}::timestamptz < campaign.ends_at)
       and (cap.uses_max is not null or cap.budget_minor is not null)
     order by campaign.id
     limit ${campaignsAtOnce}`);
  return (found as { rows: { id: string }[] }).rows.map(({ id }) => id);
}

/** Stores the steps that were reached since the last time. Answers the highest new one of each limit. */
export async function markReached(ctx: Ctx, ids: readonly string[]): Promise<PromocodeFinding[]> {
  if (ids.length === 0) return [];
  const found = await ctx.db.execute(sql`
    with figures as (
      select campaign.id, campaign.live_version as version, campaign.currency, cap.uses_max, cap.budget_minor,
             sum(counter.uses_taken) as uses, sum(counter.budget_taken_minor) as budget
        from ${campaignsTable} as campaign
        join campaign_caps as cap on cap.campaign_id = campaign.id
        join campaign_counters as counter on counter.campaign_id = campaign.id
       where campaign.id = any(${`{${ids.join(",")}}`}::uuid[])
       group by campaign.id, cap.campaign_id
    ), limits as (
      select figures.id, figures.version, figures.currency, its.about, its.taken, its.max
        from figures
       cross join lateral (values ('uses', uses, uses_max), ('budget', budget, budget_minor)) as its (about, taken, max)
       where its.max > 0
    ), marked as (
      insert into campaign_notices (campaign_id, version, about, percent, recorded_at)
      select limits.id, limits.version, limits.about, step.percent, ${ctx.now}::timestamptz
        from limits
        join unnest(array[80, 100]) as step (percent) on limits.taken * 100 >= limits.max * step.percent
       order by 1, 3, 4
      on conflict do nothing
      returning campaign_id, about, percent
    )
    select distinct on (marked.campaign_id, marked.about)
           marked.campaign_id as "campaignId", marked.about, marked.percent,
           limits.taken::float8 as taken, limits.max::float8 as max, limits.currency
      from marked
      join limits on limits.id = marked.campaign_id and limits.about = marked.about
     order by marked.campaign_id, marked.about, marked.percent desc`);
  return (found as { rows: PromocodeFinding[] }).rows;
}
