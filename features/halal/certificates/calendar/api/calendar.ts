import { and, asc, eq } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addDays, daysBetween } from "#base/days.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { endsBetween, lastDayOfRow } from "#features/halal/certificates/api/service/lists.ts";
import { certificateScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { type CalendarDay, calendarEntriesMax } from "#features/halal/certificates/calendar/contract.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { clockOf } from "#features/halal/certificates/record/api/toCertificate.ts";
import { bodiesTable } from "#features/halal/certifiers/api/tables.ts";

/** As much as a month of a calendar shows: six weeks. */
const calendarDaysMax = 42;

/** Which verified certificates end on which day of their own zone. Refuses with `invalid_input` for more than six weeks. */
export async function readCalendar(
  ctx: Ctx,
  { from, to }: Input<typeof certificates.readCalendar>,
): Promise<Output<typeof certificates.readCalendar>> {
  const span = daysBetween(from, to);
  if (span < 0 || span >= calendarDaysMax) {
    const last = addDays(from, calendarDaysMax - 1);
    throw commonRefusals.invalid_input({}, [
      { path: "to", code: "calendar_span", message: "Choose at most six weeks.", params: { last } },
    ]);
  }
  const rows = await ctx.db
    .select({ record: table, body: bodiesTable.acronym, noticeDays: bodiesTable.renewalFromDays })
    .from(table)
    .innerJoin(bodiesTable, eq(bodiesTable.id, table.bodyId))
    .where(and(endsBetween(from, to), certificateScope(ctx)))
    .orderBy(asc(lastDayOfRow), asc(table.sortKey), asc(table.id));
  const days = new Map<string, CalendarDay>();
  for (const { record, body, noticeDays } of rows) {
    const { lastDay: last, effectiveState } = clockOf(record, noticeDays, ctx);
    const day = days.get(last!) ?? { day: last!, count: 0, entries: [] };
    day.count++;
    const { id, code, holderName } = record;
    if (day.entries.length < calendarEntriesMax) day.entries.push({ id, code, holderName, body, effectiveState });
    days.set(day.day, day);
  }
  return { days: [...days.values()] };
}
