import { sql } from "drizzle-orm";
import type { Output } from "#base/contract.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { exponentOf } from "#features/loyalty/wallet/api/service/wallets.ts";
import {
  agreementsTable,
  batchesTable,
  cashbackEventsTable,
  cashbackTable,
  walletsView,
} from "#features/loyalty/wallet/api/tables.ts";
import type { overview } from "#features/loyalty/wallet/contract/overview.ts";

type Overview = Output<typeof overview.get>;

export async function getOverview(ctx: Ctx): Promise<Overview> {
  const since = addMs(ctx.now, -30 * dayMs);
  const read = await ctx.db.execute(sql`
    select (select coalesce(jsonb_agg(to_jsonb(its) order by its.currency), '[]') from (
              select currency, sum(pending_minor) as "pendingMinor", sum(available_minor) as "availableMinor",
                     sum(held_minor) as "heldMinor", sum(owed_minor) as "owedMinor",
                     platform_balance('payout_clearing', currency) as "clearingMinor",
                     brand_funding(currency) as "brandFundingMinor"
                from ${walletsView} group by currency) as its) as amounts,
           (select coalesce(jsonb_agg(to_jsonb(its) order by its.status, its.currency), '[]') from (
              select status, currency, count(*) as count, sum(left_minor) as "amountMinor"
                from ${cashbackTable} group by status, currency) as its) as "cashbackByStatus",
           (select coalesce(jsonb_agg(to_jsonb(its)), '[]') from (
              select status, count(*) as count from ${batchesTable}
               where status not in ('reconciled', 'cancelled') group by status) as its) as "openBatches",
           (select coalesce(jsonb_agg(to_jsonb(its) order by its."balanceMinor"), '[]') from (
              select agreement.brand_id as "brandId", brand.name as brand, agreement.currency,
                     funding_left(agreement.brand_id, agreement.currency) - agreement.limit_minor as "balanceMinor"
                from ${agreementsTable} as agreement join ${brandsTable} as brand on brand.id = agreement.brand_id
               where agreement.low_balance_minor is not null
                 and funding_left(agreement.brand_id, agreement.currency) - agreement.limit_minor < agreement.low_balance_minor
               limit 20) as its) as "lowBrands",
           (select coalesce(jsonb_agg(to_jsonb(its) order by its.day, its.currency), '[]') from (
              select (event.at at time zone 'UTC')::date::text as day, entry.currency,
                     coalesce(sum(event.amount_minor) filter (where event.sequence = 1), 0) as "earnedMinor",
                     coalesce(sum(event.amount_minor) filter (where event.from_status in ('pending', 'on_hold') and event.to_status in ('available', 'paid')), 0) as "confirmedMinor",
                     coalesce(sum(event.amount_minor) filter (where event.from_status = 'in_payout' and event.to_status = 'paid'), 0) as "paidMinor"
                from ${cashbackEventsTable} as event
                join ${cashbackTable} as entry on entry.bucket = event.bucket and entry.id = event.cashback_id
               where event.at > ${since}::timestamptz
               group by 1, 2) as its) as days`);
  const [found] = (
    read as { rows: [Omit<Overview, "amounts"> & { amounts: Omit<Overview["amounts"][number], "exponent">[] }] }
  ).rows;
  return { ...found, amounts: found.amounts.map((row) => ({ ...row, exponent: exponentOf(row.currency) })) };
}
