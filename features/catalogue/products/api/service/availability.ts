import { type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { rowsOfResource } from "#api/reachable.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
import type { products } from "#features/catalogue/products/contract.ts";
import { type Availability, availabilityMax } from "#features/catalogue/products/contract/relatedRecords.ts";

type Row = Omit<Availability["rows"][number], "startsAt" | "priceMinor"> & {
  readonly startsAt: string | Date;
  /** As text: more than some drivers' numbers hold. */
  readonly priceMinor: string | null;
  readonly count: number;
};

/**
 * Where a product is sold now, paused assignments first. Only assignments that the caller may see, or whose retailer
 * they may see: a user who may read a product may not see all prices. Refuses with `not_found`.
 */
export async function readAvailability(ctx: Ctx, { id }: Input<typeof products.availability>): Promise<Availability> {
  await productStore.requireVisible(ctx, id);
  const result = await ctx.db.execute(sql`
    select assignment.id,
           jsonb_build_object('id', retailer.id, 'code', retailer.code, 'name', retailer.trading_name,
                              'nameI18n', retailer.trading_name_i18n, 'country', retailer.country) as retailer,
           location.name as location, assignment.status, assignment.pause_reason as "pauseReason",
           coalesce(assignment.pause_source = 'auto', false) as "isPausedByRule",
           assignment.price_minor::text as "priceMinor", assignment.currency, assignment.starts_at as "startsAt",
           (assignment.starts_at at time zone coalesce(retailer.timezone, 'UTC'))::date::text as "startsOn",
           (count(*) over ())::int as count
      from assignments as assignment
      join retailers as retailer on retailer.id = assignment.retailer_id
      left join retailer_locations as location on location.id = assignment.location_id
     where assignment.product_id = ${id}::uuid and assignment.status <> 'ended'
       and (assignment.ends_at is null or assignment.ends_at > ${ctx.now}::timestamptz)
       and ${isShown(ctx)}
     order by assignment.status = 'paused' desc, retailer.sort_key, location.name nulls first, assignment.id
     limit ${availabilityMax}`);
  const { rows } = result as { rows: Row[] };
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ count: _, startsAt, priceMinor, ...row }) => ({
      ...row,
      startsAt: new Date(startsAt).toISOString(),
      priceMinor: priceMinor === null ? null : Number(priceMinor),
    })),
  };
}

/** Uses the names of the query above. Both features depend on this one, so `rowsOfResource` reads their scopes. */
function isShown(ctx: Ctx): SQL {
  const assignments = seenOf(ctx, "assignments");
  const retailers = seenOf(ctx, "retailers");
  return sql`(assignment.id in ${assignments} or assignment.retailer_id in ${retailers})`;
}

function seenOf(ctx: Ctx, resource: string): SQL {
  const rows = rowsOfResource(ctx, resource);
  if (rows === undefined) return sql`(select null::uuid)`;
  return sql`(select ${rows.id} from ${rows.table} where ${scopeCondition(ctx, rows, `${resource}.read`) ?? sql`true`})`;
}
