import { and, eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { addDays, daysBetween } from "#base/days.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { promocodeStore } from "#features/loyalty/promocodes/api/store.ts";
import { campaignsTable, redemptionsTable as table } from "#features/loyalty/promocodes/api/tables.ts";
import {
  type PromocodeResults,
  type redemptions,
  resultDaysMax,
  resultRefusals,
} from "#features/loyalty/promocodes/contract/redemptions.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

const daysDefault = 30;
const retailersMax = 8;

/**
 * What a promocode did in a period, by default the last 30 days. One walk over its redemptions of that period, by their
 * index.
 *
 * Refuses with `not_found`, also for a promocode outside the caller's scope, and with `period_too_long`.
 */
export async function readResults(ctx: Ctx, input: Input<typeof redemptions.results>): Promise<PromocodeResults> {
  const today = ctx.now.slice(0, 10);
  const to = input.to ?? (input.from && input.from > today ? input.from : today);
  const from = input.from ?? addDays(to, 1 - daysDefault);
  if (to < from) throw commonRefusals.invalid_input({}, [endsBeforeStart]);
  if (daysBetween(from, to) >= resultDaysMax) throw resultRefusals.period_too_long({ days: resultDaysMax });
  const [campaign] = await ctx.db
    .select({ currency: campaignsTable.currency })
    .from(campaignsTable)
    .where(and(eq(campaignsTable.id, input.id), scopeCondition(ctx, promocodeStore.scopedRows)));
  if (!campaign) throw commonRefusals.not_found();
  const period = { id: input.id, from, to };
  const [uses, refused] = await Promise.all([readUses(ctx, period), readRefusals(ctx, period)]);
  return {
    currency: campaign.currency,
    from,
    to,
    days: daysOf(uses, period),
    retailers: retailersOf(uses),
    refusals: refused,
  };
}

const endsBeforeStart = { path: "to", code: "ends_before_start", message: "Choose an end after the start." };

type Period = { readonly id: string; readonly from: string; readonly to: string };
type Uses = {
  day: string;
  retailer: string;
  name: string | null;
  nameI18n: Record<string, string>;
  uses: number;
  cost: number;
};

/** By day and retailer. A day in UTC, so that it is the same on every screen. */
async function readUses(ctx: Ctx, { id, from, to }: Period): Promise<Uses[]> {
  const found = await ctx.db.execute(sql`
    select counted.day, counted.retailer_id as retailer, shop.trading_name as name,
           coalesce(shop.trading_name_i18n, '{}') as "nameI18n", counted.uses, counted.cost
      from (select (${table.createdAt} at time zone 'UTC')::date::text as day, ${table.retailerId} as retailer_id,
                   count(*)::int as uses, sum(${table.costLeftMinor})::float8 as cost
              from ${table}
             where ${table.campaignId} = ${id}::uuid
               and ${table.createdAt} >= ${startOf(from)}::timestamptz
               and ${table.createdAt} < ${addMs(startOf(to), dayMs)}::timestamptz
               and ${table.status} in ('reserved', 'committed', 'partially_rolled_back')
             group by 1, 2) as counted
      left join ${retailersTable} as shop on shop.id = counted.retailer_id`);
  return (found as { rows: Uses[] }).rows;
}

const startOf = (day: string) => `${day}T00:00:00.000Z`;

const totalOf = (uses: readonly Uses[]) => ({
  uses: uses.reduce((total, each) => total + each.uses, 0),
  costMinor: uses.reduce((total, each) => total + each.cost, 0),
});

function grouped(uses: readonly Uses[], by: "day" | "retailer"): Map<string, Uses[]> {
  const groups = new Map<string, Uses[]>();
  for (const each of uses) {
    const group = groups.get(each[by]);
    if (group) group.push(each);
    else groups.set(each[by], [each]);
  }
  return groups;
}

function daysOf(uses: readonly Uses[], { from, to }: Period): PromocodeResults["days"] {
  const byDay = grouped(uses, "day");
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => {
    const day = addDays(from, place);
    return { day, ...totalOf(byDay.get(day) ?? []) };
  });
}

function retailersOf(uses: readonly Uses[]): PromocodeResults["retailers"] {
  const all = [...grouped(uses, "retailer")]
    .map(([id, rows]) => ({ id, name: rows[0]!.name, nameI18n: rows[0]!.nameI18n, ...totalOf(rows) }))
    .toSorted((one, other) => other.costMinor - one.costMinor || other.uses - one.uses || (one.id < other.id ? -1 : 1));
  const [first, rest] = [all.slice(0, retailersMax), all.slice(retailersMax)];
  if (rest.length === 0) return first;
  const sum = (name: "uses" | "costMinor") => rest.reduce((total, each) => total + each[name], 0);
  return [...first, { id: null, name: null, nameI18n: {}, uses: sum("uses"), costMinor: sum("costMinor") }];
}

async function readRefusals(ctx: Ctx, { id, from, to }: Period): Promise<PromocodeResults["refusals"]> {
  const found = await ctx.db.execute(sql`
    select reason, sum(refusals)::float8 as count
      from campaign_refusals
     where bucket = bucket_of(${id}::uuid) and campaign_id = ${id}::uuid and day between ${from}::date and ${to}::date
     group by reason
     order by 2 desc, 1`);
  return (found as { rows: PromocodeResults["refusals"] }).rows;
}
