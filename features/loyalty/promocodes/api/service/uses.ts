import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { ReadCandidate } from "#features/loyalty/promocodes/api/service/facts.ts";
import type { CampaignFacts } from "#features/loyalty/promocodes/rules/facts.ts";

/** What is used of a campaign's total and budget, reservations included. */
export async function readTaken(ctx: Ctx, campaignId: string): Promise<{ uses: number; budgetMinor: number }> {
  const found = await ctx.db.execute(sql`
    select coalesce(sum(counter.uses_taken), 0)::float8 as uses,
           coalesce(sum(counter.budget_taken_minor), 0)::float8 as "budgetMinor"
      from campaign_counters as counter
     where counter.campaign_id = ${campaignId}::uuid`);
  return (found as { rows: { uses: number; budgetMinor: number }[] }).rows[0]!;
}

type Subjects = {
  readonly campaignId: string;
  readonly timeZone: string;
  readonly memberId: string | null;
  readonly retailerId: string;
  readonly locationId: string | null;
};

/** The same of a member in the periods around now, a retailer and a location, for terms that no code leads to. */
export async function readUses(
  ctx: Ctx,
  { campaignId, timeZone, memberId, retailerId, locationId }: Subjects,
): Promise<Pick<ReadCandidate, "periods"> & { readonly uses: CampaignFacts["uses"] }> {
  const usesOf = (id: string | null) => sql`
    (select coalesce(sum(used.uses), 0)::int from campaign_uses as used
      where used.bucket = bucket_of(${id}::uuid) and used.subject_id = ${id}::uuid
        and used.campaign_id = ${campaignId}::uuid and used.period = '')`;
  const found = await ctx.db.execute(sql`
    select periods.names as periods, ${usesOf(retailerId)} as retailer, ${usesOf(locationId)} as location,
           (select coalesce(jsonb_object_agg(period.key, used.uses), '{}')
              from jsonb_each_text(periods.names) as period
              join campaign_uses as used
                on used.bucket = bucket_of(${memberId}::uuid) and used.subject_id = ${memberId}::uuid
               and used.campaign_id = ${campaignId}::uuid and used.period = period.value) as member
      from (select jsonb_object_agg(kind, use_period(kind, ${timeZone}, ${ctx.now}::timestamptz)) as names
              from unnest(array['campaign', 'day', 'week', 'month']) as kind) as periods`);
  const [row] = (
    found as {
      rows: { periods: ReadCandidate["periods"]; retailer: number; location: number; member: Record<string, number> }[];
    }
  ).rows;
  const { periods, ...subjects } = row!;
  const { uses: total, budgetMinor } = await readTaken(ctx, campaignId);
  return { periods, uses: { total, budgetMinor, ...subjects } };
}
