import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { type Ctx, actorOf } from "#api/context.ts";
import { type HomeParts, queueRows } from "#api/home.ts";
import { countWhere } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { runStateOf } from "#features/loyalty/promocodes/api/service/figures.ts";
import { redemptionRows } from "#features/loyalty/promocodes/api/service/scopes.ts";
import { promocodeStore } from "#features/loyalty/promocodes/api/store.ts";
import {
  campaignsTable as table,
  campaignVersionsTable,
  redemptionsTable,
} from "#features/loyalty/promocodes/api/tables.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";

/** A budget or total limit is nearly used from this part on. */
const nearlyUsedPercent = 80;

export const promocodesHome: HomeParts = {
  figures: [
    {
      name: "redemptionsToday",
      operation: redemptions.list,
      rows: redemptionRows,
      where: ({ now }) => sql`${redemptionsTable.createdAt} >= ${`${now.slice(0, 10)}T00:00:00.000Z`}::timestamptz`,
      history: { on: redemptionsTable.createdAt },
    },
    {
      name: "livePromocodes",
      operation: promocodes.list,
      rows: promocodeStore.scopedRows,
      where: (ctx) => sql`${runStateOf(ctx)} = 'active'`,
      // By what promocodes say of themselves today: a pause that is over is not known.
      history: (at) => sql`(
        ${table.status} <> 'archived' and ${table.pauseSource} is null and ${table.startsAt} <= ${at}::timestamptz
        and coalesce(${at}::timestamptz < ${table.endsAt}, true)
        and exists (select from ${campaignVersionsTable} as first
                     where first.campaign_id = ${table.id} and first.number = 1 and first.approved_at < ${at}::timestamptz))`,
    },
  ],
  queues: [
    { name: "promocodes", operation: promocodes.changeStatus, read: waitingPromocodes },
    { name: "budgets", operation: promocodes.list, read: nearlyUsedLimits },
  ],
};

type Queue = NonNullable<HomeParts["queues"]>[number];

/** Submitted by others, the longest waiting first. */
async function waitingPromocodes(ctx: Ctx): ReturnType<Queue["read"]> {
  const waits = and(
    eq(table.status, "pending_approval"),
    or(isNull(table.submittedBy), ne(table.submittedBy, actorOf(ctx).userId)),
    scopeCondition(ctx, promocodeStore.scopedRows),
  );
  const rows = await ctx.db
    .select({
      id: table.id,
      title: table.name,
      titleI18n: table.nameI18n,
      code: table.code,
      by: brandsTable.name,
      byI18n: brandsTable.nameI18n,
      at: table.updatedAt,
    })
    .from(table)
    .leftJoin(brandsTable, eq(brandsTable.id, table.ownerBrandId))
    .where(waits)
    .orderBy(asc(table.updatedAt), asc(table.id))
    .limit(queueRows);
  const total = await countWhere(ctx, table, waits, { until: "capped" });
  return { total, rows: rows.map((row) => ({ ...row, change: null, daysLeft: null })) };
}

/** Live promocodes whose budget or total limit is nearly used, the fullest first. */
async function nearlyUsedLimits(ctx: Ctx): ReturnType<Queue["read"]> {
  const scope = scopeCondition(ctx, promocodeStore.scopedRows) ?? sql`true`;
  const found = await ctx.db.execute(sql`
    select ${table.id} as id, ${table.name} as title, ${table.nameI18n} as "titleI18n", ${table.code} as code,
           brand.name as by, brand.name_i18n as "byI18n",
           used.percent, count(*) over ()::int as total
      from campaign_caps as cap
      join ${table} on ${table.id} = cap.campaign_id
      left join ${brandsTable} as brand on brand.id = ${table.ownerBrandId}
     cross join lateral (
            select floor(greatest(100 * sum(counter.budget_taken_minor) / nullif(cap.budget_minor, 0),
                                  100 * sum(counter.uses_taken) / nullif(cap.uses_max, 0)))::int as percent
              from campaign_counters as counter
             where counter.campaign_id = cap.campaign_id) as used
     where used.percent >= ${nearlyUsedPercent}
       and ${runStateOf(ctx)} in ('active', 'exhausted') and ${scope}
     order by percent desc, ${table.id}
     limit ${queueRows}`);
  const { rows } = found as { rows: LimitRow[] };
  return {
    total: { count: rows[0]?.total ?? 0, isCapped: false },
    rows: rows.map(({ total: _, ...row }) => ({ ...row, change: null, at: null, daysLeft: null })),
  };
}
type Names = Record<string, string>;
type LimitRow = {
  id: string;
  title: string;
  titleI18n: Names;
  code: string;
  by: string | null;
  byI18n: Names | null;
  percent: number;
  total: number;
};
