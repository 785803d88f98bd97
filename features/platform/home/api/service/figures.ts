import { and, sql } from "drizzle-orm";
import { countMax, type Total } from "#base/list.ts";
import { addMs, dayMs } from "#base/time.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import type { HomeFigure } from "#api/home.ts";
import { countWhere } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { countedScopeOf, scopeKey } from "#features/platform/home/api/service/scopeKeys.ts";
import { figureDaysTable } from "#features/platform/home/api/tables.ts";
import type { Figure, FigureDay, HomePeriod } from "#features/platform/home/contract.ts";

const daysOf: Readonly<Record<HomePeriod, number>> = { today: 1, "7d": 7, "30d": 30, quarter: 90 };
/** A line of one day shows nothing. */
const drawnMin = 7;

/** What the linked lists count now, and the days of this period and the one before. */
export async function readFigures(ctx: Ctx, figures: readonly HomeFigure[], period: HomePeriod): Promise<Figure[]> {
  const length = daysOf[period];
  const drawn = Math.max(length, drawnMin);
  const stored = await readDays(ctx, figures, drawn * 2);
  return Promise.all(
    figures.map(async (figure) => {
      const known = stored.get(figure.name) ?? new Map<string, number>();
      const total = await currentTotal(ctx, figure, known.get(dayBefore(ctx, 0)));
      if (known.size === 0) return { name: figure.name, total, before: null, days: [] };
      const valueOf = filled(ctx, known, drawn * 2);
      const days: FigureDay[] = Array.from({ length: drawn }, (_, place) => {
        const back = drawn - 1 - place;
        const value = back === 0 ? total.count : valueOf(back);
        return { day: dayBefore(ctx, back), value, previous: valueOf(back + drawn) };
      });
      return { name: figure.name, total, before: valueOf(length), days };
    }),
  );
}

const dayBefore = ({ now }: Ctx, days: number) => addMs(now, -days * dayMs).slice(0, 10);

/** Days on which nothing was counted have the value of the day before. */
function filled(ctx: Ctx, known: ReadonlyMap<string, number>, length: number): (back: number) => number | null {
  const values: (number | null)[] = [];
  let value: number | null = null;
  for (let back = length; back >= 0; back--) values[back] = value = known.get(dayBefore(ctx, back)) ?? value;
  return (back) => values[back] ?? null;
}

/**
 * Counted as the list does, so that both show the same number. Above the list's limit, the exact number of the last
 * hour: the list says "10,000+", and counting them all at every visit would cost too much.
 */
async function currentTotal(ctx: Ctx, { rows, operation, where }: HomeFigure, stored = 0): Promise<Total> {
  if (stored > countMax) return { count: stored, isCapped: false };
  const matching = and(where(ctx), scopeCondition(ctx, rows, operation.permission));
  return countWhere(ctx, rows.table, matching, { until: "capped" });
}

/** The stored values by figure and day: one range of the primary key for each figure. */
async function readDays(
  ctx: Ctx,
  figures: readonly HomeFigure[],
  length: number,
): Promise<Map<string, Map<string, number>>> {
  const keys = figures.flatMap((figure) => {
    const scope = countedScopeOf(actorOf(ctx), figure);
    return scope === undefined ? [] : [sql`(${figure.name}, ${scopeKey(scope)})`];
  });
  const byFigure = new Map<string, Map<string, number>>();
  if (keys.length === 0) return byFigure;
  const found = await ctx.db.execute(sql`
    select figure, day::text, value::int
      from ${figureDaysTable}
     where (figure, scope_key) in (${sql.join(keys, sql`, `)}) and day >= ${dayBefore(ctx, length)}::date`);
  for (const { figure, day, value } of (found as { rows: StoredDay[] }).rows) {
    byFigure.set(figure, (byFigure.get(figure) ?? new Map()).set(day, value));
  }
  return byFigure;
}

type StoredDay = { figure: string; day: string; value: number };
