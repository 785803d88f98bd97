import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addDays, dayIn, instantAt } from "#base/days.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, type Instant, instant } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { violationOf } from "#api/violations.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { readFacts } from "#features/loyalty/promocodes/api/service/facts.ts";
import { basketOf, type Call, factsInputOf } from "#features/loyalty/promocodes/api/service/calls.ts";
import { readTaken } from "#features/loyalty/promocodes/api/service/uses.ts";
import { promocodeStore } from "#features/loyalty/promocodes/api/store.ts";
import {
  campaignForecastsTable as table,
  campaignsTable as campaigns,
  redemptionsTable,
} from "#features/loyalty/promocodes/api/tables.ts";
import {
  type Forecast,
  forecastDays,
  forecastRefusals as refused,
  type forecasts,
} from "#features/loyalty/promocodes/contract/forecasts.ts";
import { type ForecastOrder, startForecast } from "#features/loyalty/promocodes/rules/forecast.ts";

type ForecastRecord = typeof table.$inferSelect;

export const forecastKind = "promocodes.forecast";
const ordersPerPage = 200;

/** The newest forecast of a promocode. Refuses with `not_found`, also for one outside the caller's scope. */
export async function getForecast(
  ctx: Ctx,
  { id }: Input<typeof forecasts.get>,
): Promise<Output<typeof forecasts.get>> {
  await requireDraft(ctx, id);
  return { forecast: await newestOf(ctx, id) };
}

/**
 * Starts a forecast of the draft as it is saved. One of the same promocode that is still running is cancelled. Sent again
 * with the same id, answers the first.
 *
 * Refuses with `not_found` and `forecast_id_taken`.
 */
export async function startForecastOf(ctx: Ctx, { id, forecastId }: Input<typeof forecasts.start>): Promise<Forecast> {
  try {
    await inTransaction(ctx, async (inner) => {
      const draft = await requireDraft(inner, id);
      await inner.db
        .update(table)
        .set({ status: "cancelled", endedAt: inner.now })
        .where(and(eq(table.campaignId, id), inArray(table.status, ["waiting", "running"])));
      const { timeZone } = draft.terms.window;
      const today = dayIn(inner.now, timeZone);
      await inner.db.insert(table).values({
        id: forecastId,
        campaignId: id,
        recordVersion: draft.version,
        terms: draft.terms,
        ownerBrandId: draft.ownerBrandId,
        status: "waiting",
        fromAt: instantAt({ day: addDays(today, -forecastDays), minute: 0, timeZone }),
        untilAt: instantAt({ day: today, minute: 0, timeZone }),
        createdAt: inner.now,
        createdBy: actorOf(inner).userId,
      });
      await enqueueJob(inner, forecastKind, { forecastId });
    });
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw error;
    const known = await find(ctx, forecastId);
    // Another user started one in the same moment: theirs is as good.
    if (known === undefined) return (await newestOf(ctx, id)) ?? fail("a forecast that is in the way is gone");
    if (known.campaignId !== id || known.createdBy !== actorOf(ctx).userId) throw refused.forecast_id_taken();
  }
  ctx.jobs.wake();
  return answerOf(ctx, id, forecastId);
}

/** Stops a forecast. Refuses with `not_found` and `forecast_ended`. */
export async function cancelForecast(ctx: Ctx, { id, forecastId }: Input<typeof forecasts.cancel>): Promise<Forecast> {
  await requireDraft(ctx, id);
  const known = await find(ctx, forecastId);
  if (known?.campaignId !== id) throw commonRefusals.not_found();
  const cancelled = await ctx.db
    .update(table)
    .set({ status: "cancelled", endedAt: ctx.now })
    .where(and(eq(table.id, forecastId), inArray(table.status, ["waiting", "running"])))
    .returning({ id: table.id });
  const answer = await answerOf(ctx, id, forecastId);
  if (cancelled.length === 0 && answer.status !== "cancelled") throw refused.forecast_ended();
  return answer;
}

const fail = (message: string): never => {
  throw new Error(message);
};

/**
 * The job of a forecast. It reads in small steps and holds no lock; if it is interrupted, the next run starts from the
 * first order.
 */
export async function runForecast(ctx: Ctx, { forecastId }: Readonly<Record<string, unknown>>): Promise<void> {
  const forecast = await find(ctx, String(forecastId));
  if (forecast === undefined || (forecast.status !== "waiting" && forecast.status !== "running")) return;
  const { terms, fromAt: from, untilAt: until, campaignId } = forecast;
  const orders = await countOrders(ctx, forecast);
  if (!(await note(ctx, forecast.id, { status: "running", orders, ordersRead: 0 }))) return;
  const replay = startForecast({
    terms,
    from,
    until: addMs(until, -1),
    taken: await readTaken(ctx, campaignId),
  });
  let ordersRead = 0;
  for await (const page of pagesOf(ctx, forecast, orders)) {
    for (const order of page) {
      const read = await readOrder(ctx, order);
      if (read !== null) replay.add(read);
    }
    ordersRead += page.length;
    if (!(await note(ctx, forecast.id, { ordersRead }))) return;
  }
  const result = replay.result(dayIn(forecast.createdAt, terms.window.timeZone));
  await note(ctx, forecast.id, { status: "done", orders: ordersRead, result, endedAt: ctx.now });
}

/** Writes how far it is. False: it was cancelled. */
async function note(ctx: Ctx, id: string, columns: Partial<ForecastRecord>): Promise<boolean> {
  const noted = await ctx.db
    .update(table)
    .set(columns)
    .where(and(eq(table.id, id), inArray(table.status, ["waiting", "running"])))
    .returning({ id: table.id });
  return noted.length > 0;
}

/** An order that used a promocode: the call as its trace keeps it. */
type PastOrder = {
  readonly id: string;
  readonly at: Instant;
  readonly call: Call;
  /** Redemptions of its member before it. */
  readonly before: number;
  /** Products of its lines that the promocode may be about. */
  readonly productIds: readonly string[];
};

async function countOrders(ctx: Ctx, forecast: ForecastRecord): Promise<number> {
  const counted = await ctx.db.execute(sql`select count(*)::int as count from ${ordersOf(forecast)}`);
  return (counted as { rows: { count: number }[] }).rows[0]!.count;
}

/** Not more than were counted, as none is added to days that are over but for what is committed right now. */
async function* pagesOf(ctx: Ctx, forecast: ForecastRecord, orders: number): AsyncGenerator<PastOrder[]> {
  let after = { at: forecast.fromAt, id: "00000000-0000-0000-0000-000000000000" };
  for (let read = 0; read < orders; ) {
    const limit = Math.min(ordersPerPage, orders - read);
    const found = await ctx.db.execute(sql`
      select redemption.id, redemption.created_at as at, redemption.trace -> 'call' as call,
             (select count(*)::int from ${redemptionsTable} as earlier
               where earlier.bucket = redemption.bucket and earlier.member_id = redemption.member_id
                 and earlier.status in ('reserved', 'committed', 'partially_rolled_back')
                 and earlier.created_at < redemption.created_at
                 and earlier.order_ref <> redemption.order_ref) as before,
             array(select product.id::text from ${productsTable} as product
                    where ${isOfOrder(forecast)}) as "productIds"
        from ${ordersOf(forecast)}
       where (redemption.created_at, redemption.id) > (${after.at}::timestamptz, ${after.id}::uuid)
       order by redemption.created_at, redemption.id
       limit ${limit}`);
    const page = (found as { rows: PastOrder[] }).rows.map((row) => ({
      ...row,
      at: instant(new Date(row.at).getTime()),
    }));
    if (page.length === 0) return;
    yield page;
    read += page.length;
    after = page.at(-1)!;
  }
}

/** The products of an order; of a brand's promocode only that brand's, as others' sales are not for its eyes. */
const isOfOrder = ({ ownerBrandId }: ForecastRecord) => sql`
  (product.id in (select (line ->> 'productId')::uuid
                    from jsonb_array_elements(redemption.trace #> '{call,order,lines}') as line)
   or (product.status <> 'archived'
       and product.gtin in (select line ->> 'gtin'
                              from jsonb_array_elements(redemption.trace #> '{call,order,lines}') as line)))
  and (${ownerBrandId}::uuid is null or product.brand_id = ${ownerBrandId}::uuid)`;

/**
 * The orders of the period, each once however many promocodes it used: those that were paid, and of a brand's promocode
 * those with a product of the brand.
 */
const ordersOf = (forecast: ForecastRecord) => sql`
  (select redemption.* from ${redemptionsTable} as redemption
    where redemption.created_at >= ${forecast.fromAt}::timestamptz
      and redemption.created_at < ${forecast.untilAt}::timestamptz
      and redemption.status in ('committed', 'partially_rolled_back')
      and jsonb_typeof(redemption.trace #> '{call,order,lines}') = 'array'
      and (${forecast.ownerBrandId}::uuid is null
           or exists (select from ${productsTable} as product where ${isOfOrder(forecast)}))
      and not exists (
            select from ${redemptionsTable} as first
             where first.retailer_id = redemption.retailer_id and first.order_ref = redemption.order_ref
               and first.status in ('committed', 'partially_rolled_back')
               and jsonb_typeof(first.trace #> '{call,order,lines}') = 'array'
               and first.created_at >= ${forecast.fromAt}::timestamptz
               and (first.created_at, first.id) < (redemption.created_at, redemption.id))) as redemption`;

/** The facts of its moment. Null if its retailer is gone. */
async function readOrder(ctx: Ctx, { at, call, before, productIds }: PastOrder): Promise<ForecastOrder | null> {
  const facts = await readFacts({ ...ctx, now: at }, { ...factsInputOf(call), codeKeys: [], isRetailerChecked: true });
  if (facts === null) return null;
  const known = new Set(productIds);
  const products = new Map([...facts.products].filter(([id]) => known.has(id)));
  // Their account was open then.
  const member = facts.member && { ...facts.member, isActive: true, redemptions: before };
  return {
    facts: { ...facts, products, member },
    basket: basketOf({ ...call, withoutLines: [] }, facts),
    retailerId: call.retailerId,
  };
}

/** Refuses with `not_found`, also for a promocode outside the caller's scope. */
async function requireDraft(ctx: Ctx, id: string) {
  const found = await promocodeStore.find(ctx, id);
  if (found === undefined) throw commonRefusals.not_found();
  return found;
}

async function find(ctx: Ctx, forecastId: string): Promise<ForecastRecord | undefined> {
  const [found] = await ctx.db.select().from(table).where(eq(table.id, forecastId));
  return found;
}

async function newestOf(ctx: Ctx, campaignId: string): Promise<Forecast | null> {
  const [newest] = await select(ctx)
    .where(eq(table.campaignId, campaignId))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(1);
  return newest ? forecastOf(newest) : null;
}

async function answerOf(ctx: Ctx, campaignId: string, forecastId: string): Promise<Forecast> {
  const [found] = await select(ctx).where(and(eq(table.campaignId, campaignId), eq(table.id, forecastId)));
  return found ? forecastOf(found) : fail(`no forecast ${forecastId}`);
}

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      forecast: table,
      isOutdated: sql<boolean>`${table.terms} is distinct from ${campaigns.terms}
                               or ${table.ownerBrandId} is distinct from ${campaigns.ownerBrandId}`,
      createdByName: usersTable.name,
    })
    .from(table)
    .innerJoin(campaigns, eq(campaigns.id, table.campaignId))
    .leftJoin(usersTable, eq(usersTable.id, table.createdBy))
    .$dynamic();

type ForecastRow = { forecast: ForecastRecord; isOutdated: boolean; createdByName: string | null };

const forecastOf = ({ forecast, isOutdated, createdByName }: ForecastRow): Forecast => ({
  id: forecast.id,
  promocodeId: forecast.campaignId,
  status: forecast.status,
  recordVersion: forecast.recordVersion,
  isOutdated,
  currency: forecast.terms.currency,
  timeZone: forecast.terms.window.timeZone,
  from: forecast.fromAt,
  until: forecast.untilAt,
  orders: forecast.orders,
  ordersRead: forecast.ordersRead,
  result: forecast.result,
  createdAt: forecast.createdAt,
  createdByName,
  endedAt: forecast.endedAt,
});
