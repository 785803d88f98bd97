import { type SQL, sql } from "drizzle-orm";
import { addMs, dayMs, hourMs, minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { HomeFigure } from "#api/home.ts";
import type { JobHandler } from "#api/jobs.ts";
import { countAll } from "#features/platform/home/api/service/counts.ts";
import { daysOfEvents, pastDays, recentDays } from "#features/platform/home/api/service/pastDays.ts";
import { conditionOf, type CountedScope, liveScopes, scopeKey } from "#features/platform/home/api/service/scopeKeys.ts";
import { figureDaysTable } from "#features/platform/home/api/tables.ts";

/** Counts per run. With more the job continues after the other due jobs. */
const countsMax = 20;
const keptMs = 400 * dayMs;
/** Less than an hour, so that the next run counts again. */
const freshMs = hourMs - 5 * minuteMs;

export const figureJob = (figures: readonly HomeFigure[]): JobHandler => ({
  kind: "home.figures",
  lane: "recurring",
  everyMs: hourMs,
  run: (ctx) => countFigures(ctx, figures),
});

/** Counts what was not counted in the last hour, and fills the days before the first count. May run twice. */
export async function countFigures(ctx: Ctx, figures: readonly HomeFigure[]): Promise<"again" | "done"> {
  const scopes = await liveScopes(ctx);
  const wanted = figures.flatMap((figure) => scopes.map((scope) => ({ figure, scope })));
  let counted = 0;
  for (const { figure, scope } of wanted) {
    const state = await stateOf(ctx, figure, scope);
    if (state === "fresh") continue;
    if (counted++ === countsMax) return "again";
    await countFigure(ctx, { figure, scope, isFirst: state === "new" });
  }
  await ctx.db.execute(sql`
    delete from ${figureDaysTable} where day < ${addMs(ctx.now, -keptMs).slice(0, 10)}::date`);
  return "done";
}

async function stateOf(ctx: Ctx, { name }: HomeFigure, scope: CountedScope): Promise<"new" | "due" | "fresh"> {
  const found = await ctx.db.execute(sql`
    select day = ${ctx.now.slice(0, 10)}::date and counted_at > ${addMs(ctx.now, -freshMs)}::timestamptz as is_fresh
      from ${figureDaysTable}
     where figure = ${name} and scope_key = ${scopeKey(scope)}
     order by day desc limit 1`);
  const [row] = (found as { rows: { is_fresh: boolean }[] }).rows;
  return row === undefined ? "new" : row.is_fresh ? "fresh" : "due";
}

type Count = { readonly figure: HomeFigure; readonly scope: CountedScope; readonly isFirst: boolean };

const today = ({ now }: Ctx) => now.slice(0, 10);

async function daysUntilNow(
  ctx: Ctx,
  { figure, scope, isFirst }: { figure: HomeFigure; scope: SQL | undefined; isFirst: boolean },
) {
  const isOfEvents = typeof figure.history !== "function" && "on" in figure.history;
  const current = isOfEvents
    ? (await daysOfEvents(ctx, figure, { days: [today(ctx)], scope }))[0]!.value
    : await countAll(ctx, figure, figure.where(ctx), scope);
  const past = isFirst ? await pastDays(ctx, figure, { scope, current }) : [];
  return [...past, { day: today(ctx), value: current }];
}

async function countFigure(ctx: Ctx, { figure, scope, isFirst }: Count): Promise<void> {
  const condition = conditionOf(figure, scope);
  const days =
    typeof figure.history !== "function" && "on" in figure.history && !isFirst
      ? await daysOfEvents(ctx, figure, { days: [today(ctx), ...recentDays(ctx.now)], scope: condition })
      : await daysUntilNow(ctx, { figure, scope: condition, isFirst });
  await ctx.db.execute(sql`
    insert into figure_days (figure, scope_key, day, value, counted_at)
    select ${figure.name}, ${scopeKey(scope)}, day, value, ${ctx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as days (day date, value bigint)
        on conflict (figure, scope_key, day) do update
       set value = excluded.value, counted_at = excluded.counted_at`);
}
