import { desc, sql } from "drizzle-orm";
import { addMs, dayMs, hourMs, type Instant } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import type { HomeFigure, StatusHistory } from "#api/home.ts";
import { actingFor } from "#api/jobActor.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** How the sample records got their status. */
const actions: Readonly<Record<string, string>> = { brands: "approve", products: "publish", retailers: "approve" };
const recordsMax = 12;
const peopleMax = 4;

/**
 * The history that the latest sample records would have if sample users had created them, so that the demonstration's
 * figures and activity are not empty. The last ones changed today.
 */
export async function seedHistory(ctx: Ctx, figures: readonly HomeFigure[]): Promise<void> {
  for (const figure of figures) {
    const { history, rows } = figure;
    if (typeof history === "function" || "on" in history) continue;
    const people = await peopleWith(ctx, figure);
    let decided = 0;
    for (const [place, { id, createdAt, status }] of (await latestRecords(ctx, figure, history)).entries()) {
      const entry = { resource: rows.resource, resourceId: id };
      const then = { ...ctx, now: createdAt };
      const creator = people[place % people.length];
      const by = creator === undefined ? then : await creator(then);
      await recordAudit(by, [{ ...entry, action: "create", changes: {} }]);
      if (status !== history.value) continue;
      const changes = { status: { before: "draft", after: history.value } };
      const later = { ...ctx, now: decidedAt(ctx.now, createdAt, decided++) };
      await recordAudit(later, [{ ...entry, action: actions[rows.resource] ?? "update", changes }]);
    }
  }
}

/** The latest one this morning, one in each week before. */
function decidedAt(now: Instant, createdAt: Instant, place: number): Instant {
  const at = addMs(now, -(place * 7 * dayMs + 2 * hourMs));
  return at > createdAt ? at : addMs(createdAt, hourMs);
}

async function latestRecords(ctx: Ctx, { rows }: HomeFigure, { status, createdAt }: StatusHistory) {
  const found = await ctx.db
    .select({ id: rows.id, status, createdAt })
    .from(rows.table)
    .orderBy(desc(createdAt), desc(rows.id))
    .limit(recordsMax);
  return found as { id: string; status: string; createdAt: Instant }[];
}

/** Sample users who may see the records. They approve nothing, as none of them may. */
async function peopleWith(ctx: Ctx, { operation }: HomeFigure): Promise<((then: Ctx) => Promise<Ctx>)[]> {
  const found = await ctx.db.execute(sql`
    select id from ${usersTable} where status = 'active' and email like '%@mizan.example'
     order by number limit ${peopleMax}`);
  const people: ((then: Ctx) => Promise<Ctx>)[] = [];
  for (const { id } of (found as { rows: { id: string }[] }).rows) {
    const actor = await ctx.readActor(ctx, id);
    if (actor?.mustFirst === null && actor.permissions.has(operation.permission)) {
      people.push(actingFor({ userId: id, requestId: ctx.requestId, address: ctx.address }, operation));
    }
  }
  return people;
}
