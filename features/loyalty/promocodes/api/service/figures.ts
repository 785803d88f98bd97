import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { campaignsTable as table } from "#features/loyalty/promocodes/api/tables.ts";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";

type Figures = Pick<
  Promocode,
  "ownerBrand" | "runState" | "uses" | "usesMax" | "budgetTakenMinor" | "budgetMinor" | "codesCount"
>;

/** SQL of what the live version does now; null without one, and in the archive. */
export const runStateOf = ({ now }: Ctx): SQL => sql`
  case
    when ${table.status} = 'archived' or ${table.liveVersion} is null then null
    when ${table.endsAt} <= ${now}::timestamptz then 'ended'
    when ${table.pauseSource} is not null then 'paused'
    when ${table.startsAt} > ${now}::timestamptz then 'scheduled'
    when exists (
      select from campaign_caps as cap
       cross join lateral (
              select sum(counter.uses_taken) as uses, sum(counter.budget_taken_minor) as budget
                from campaign_counters as counter
               where counter.campaign_id = cap.campaign_id) as taken
       where cap.campaign_id = ${table.id}
         and (taken.uses >= cap.uses_max or taken.budget >= cap.budget_minor)) then 'exhausted'
    else 'active'
  end`;

/** What is computed for promocodes: state, use and budget, in one statement for a whole page. */
export async function readFigures(ctx: Ctx, ids: readonly string[]): Promise<(id: string) => Figures | undefined> {
  const found = await ctx.db.execute(sql`
    select ${table.id} as id, ${runStateOf(ctx)} as "runState",
           case when brand.id is not null
                then jsonb_build_object('id', brand.id, 'code', brand.code, 'name', brand.name, 'nameI18n', brand.name_i18n)
           end as "ownerBrand",
           coalesce(taken.uses, 0)::float8 as uses, cap.uses_max::float8 as "usesMax",
           coalesce(taken.budget, 0)::float8 as "budgetTakenMinor", cap.budget_minor::float8 as "budgetMinor",
           (select coalesce(sum(batch.generated), 0)::int from code_batches as batch
             where batch.campaign_id = ${table.id}) as "codesCount"
      from ${table}
      left join ${brandsTable} as brand on brand.id = ${table.ownerBrandId}
      left join campaign_caps as cap on cap.campaign_id = ${table.id}
      left join lateral (
             select sum(counter.uses_taken) as uses, sum(counter.budget_taken_minor) as budget
               from campaign_counters as counter
              where counter.campaign_id = ${table.id}) as taken on true
     where ${table.id} = any(${`{${ids.join(",")}}`}::uuid[])`);
  const rows = (found as { rows: (Figures & { id: string })[] }).rows;
  const figuresById = new Map(rows.map(({ id, ...figures }) => [id, figures]));
  return (id) => figuresById.get(id);
}
