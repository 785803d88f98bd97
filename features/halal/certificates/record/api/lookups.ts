import { and, asc, eq, ilike, isNotNull, or, sql } from "drizzle-orm";
import { addDays, daysBetween } from "#base/days.ts";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { bodyColumns, readPeople, standardColumns } from "#features/halal/certificates/record/api/parts.ts";
import { endsBetween, lastDayOfRow } from "#features/halal/certificates/api/service/lists.ts";
import {
  brandHolders,
  certificateScope,
  retailerHolders,
} from "#features/halal/certificates/api/service/scopePolicy.ts";
import { clockOf } from "#features/halal/certificates/record/api/toCertificate.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bodiesTable, standardsTable } from "#features/halal/certifiers/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import {
  type CalendarDay,
  calendarEntriesMax,
  type QueueEntry,
} from "#features/halal/certificates/scope/contract/scope.ts";

/** What a form chooses from, and what it may find chosen: those that were archived since as well. */
export async function readChoices(ctx: Ctx): Promise<Output<typeof certificates.choices>> {
  const [bodies, standards] = await Promise.all([
    ctx.db
      .select({ ...bodyColumns, isArchived: sql<boolean>`${bodiesTable.status} = 'archived'` })
      .from(bodiesTable)
      .orderBy(asc(bodiesTable.sortKey)),
    ctx.db
      .select({ ...standardColumns, isArchived: sql<boolean>`${standardsTable.status} = 'archived'` })
      .from(standardsTable)
      .orderBy(asc(standardsTable.code), asc(standardsTable.edition)),
  ]);
  return { bodies, standards };
}

const holdersMax = 20;

/** Brands or retailers by name, as far as the caller may make certificates for them. `id` finds the one that was chosen. */
export async function findHolders(
  ctx: Ctx,
  { type, search = "", id }: Input<typeof certificates.findHolders>,
): Promise<Output<typeof certificates.findHolders>> {
  const source = type === "brand" ? brandsTable : retailersTable;
  const { id: holderId, code } = source;
  const [name, nameI18n] =
    type === "brand"
      ? [brandsTable.name, brandsTable.nameI18n]
      : [retailersTable.tradingName, retailersTable.tradingNameI18n];
  const scope = scopeCondition(ctx, type === "brand" ? brandHolders : retailerHolders);
  const words = searchKey(search).split(" ").filter(Boolean);
  const rows = await ctx.db
    .select({ id: holderId, code, name, nameI18n })
    .from(source)
    .where(
      and(
        scope,
        id === undefined ? undefined : eq(holderId, id),
        // Nothing to escape: a search key has letters, marks and digits only.
        ...words.map((word) => or(sql`search_key like ${`% ${word}%`}`, ilike(code, `%${word}%`))),
      ),
    )
    .orderBy(asc(name), asc(holderId))
    .limit(holdersMax);
  return { rows };
}

const queueMax = 100;

/** What waits for a reviewer, longest first: the caller's, nobody's, and the others'. */
export async function readQueue(ctx: Ctx): Promise<Output<typeof certificates.readQueue>> {
  const rows = await ctx.db
    .select({
      id: table.id,
      code: table.code,
      certificateNo: table.certificateNo,
      holderName: table.holderName,
      body: bodiesTable.acronym,
      kind: table.kind,
      submittedAt: table.submittedAt,
      reviewerId: table.reviewerId,
      supersedesId: table.supersedesId,
      predecessorLastDay: sql<string | null>`(
        select last_valid_day(older.ends_at, older.timezone)::text
          from certificates as older where older.id = ${table.supersedesId})`,
      predecessorDaysLeft: sql<number | null>`(
        select days_left(older.ends_at, older.timezone, ${ctx.now}::timestamptz)
          from certificates as older where older.id = ${table.supersedesId})`,
    })
    .from(table)
    .innerJoin(bodiesTable, eq(bodiesTable.id, table.bodyId))
    .where(and(eq(table.state, "submitted"), isNotNull(table.submittedAt), certificateScope(ctx)))
    .orderBy(asc(table.submittedAt), asc(table.id))
    .limit(queueMax * 3);
  const people = await readPeople(
    ctx,
    rows.map(({ reviewerId }) => reviewerId),
  );
  const me = actorOf(ctx).userId;
  const part = (isMeant: (reviewerId: string | null) => boolean): QueueEntry[] =>
    rows
      .filter(({ reviewerId }) => isMeant(reviewerId))
      .slice(0, queueMax)
      .map(({ reviewerId, supersedesId, submittedAt, ...row }) => ({
        ...row,
        submittedAt: submittedAt!,
        isRenewal: supersedesId !== null,
        reviewer: reviewerId === null ? null : (people.get(reviewerId) ?? null),
      }));
  return {
    mine: part((reviewerId) => reviewerId === me),
    nobodys: part((reviewerId) => reviewerId === null),
    others: part((reviewerId) => reviewerId !== null && reviewerId !== me),
  };
}

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
      { path: "to", code: "calendar_span", message: `Between the first day and ${last}.`, params: { last } },
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
