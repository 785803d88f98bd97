import { and, asc, eq, gt, inArray, isNotNull, isNull, min, sql } from "drizzle-orm";
import { addMs, type Instant, minuteMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { recordLive } from "#api/live/record.ts";
import type { Reminder } from "#demos/todo/contract/reminder.ts";
import { movedReminder } from "#demos/todo/rules/reminders.ts";
import { reminderEmailKind } from "#demos/todo/api/service/reminderEmails.ts";
import { datesOf } from "#demos/todo/api/service/moments.ts";
import { type TodoRow, todosTable } from "#demos/todo/api/tables.ts";
import { sessionsTable } from "#features/access/session/api/tables.ts";

export const ringKind = "todo.ring";

/** An open page reads its user's reminders every minute. A user without such a read for this long gets an email. */
const presentMs = 5 * minuteMs;

/** Schedules the reminders for when they are due, in the caller's transaction. A past one rings with the next tick. */
export async function enqueueRings(ctx: Ctx, moments: readonly (Instant | null)[]): Promise<void> {
  const due = new Set(moments.filter((moment) => moment !== null));
  for (const moment of due) await enqueueJob(ctx, ringKind, {}, moment);
}

/** Reminders of to-dos whose due date changed from `before` to `after` keep their distance to it. */
export async function moveReminders(ctx: Ctx, before: readonly TodoRow[], after: readonly TodoRow[]): Promise<void> {
  const afterById = new Map(after.map((row) => [row.id, row]));
  const moved = before.flatMap((row) => {
    const { remindAt } = afterById.get(row.id)!;
    if (remindAt === null) return [];
    const move = { from: datesOf(row).dueDate, to: datesOf(afterById.get(row.id)!).dueDate, remindAt };
    // Screens send the new time in their own zone; this is for callers who do not know about reminders.
    const at = movedReminder(move, { now: ctx.now, timeZone: "UTC" });
    return at === remindAt ? [] : [{ id: row.id, at }];
  });
  if (moved.length === 0) return;
  await ctx.db.execute(sql`
    update todos
       set remind_at = moved.at, rang_at = null
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved(id text, at timestamptz)
     where todos.owner_id = ${actorOf(ctx).userId}::uuid and todos.id = moved.id`);
  await enqueueRings(
    ctx,
    moved.map(({ at }) => at),
  );
}

/**
 * Rings all due reminders, including those missed while no process ran. Two processes at once, or the same job again,
 * ring nothing twice: the statement that marks a reminder is the one that selects it.
 */
export async function ringReminders(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { rows } = (await inner.db.execute(sql`
      with due as (
        select owner_id, id
          from todos
         where remind_at <= ${ctx.now}::timestamptz and rang_at is null
         -- In the order in which those who change many at once lock them. Waits for a change at hand: passed over, nobody would come again.
         order by owner_id, id
           for update)
      update todos
         set rang_at = ${ctx.now}::timestamptz
        from due
       where todos.owner_id = due.owner_id and todos.id = due.id
      returning todos.owner_id, todos.id`)) as { rows: { owner_id: string; id: string }[] };
    const audience = [...new Set(rows.map((row) => row.owner_id))];
    if (audience.length > 0) await recordLive(inner, { resource: "todos", ids: null, audience });
    const absent = await absentOf(inner, new Set(audience));
    for (const ownerId of absent) {
      const todoIds = rows.filter((row) => row.owner_id === ownerId).map(({ id }) => id);
      await enqueueJob(inner, reminderEmailKind, { ownerId, todoIds });
    }
  });
}

async function absentOf(ctx: Ctx, owners: ReadonlySet<string>): Promise<string[]> {
  if (!ctx.mail.canSend || owners.size === 0) return [];
  const present = await ctx.db
    .selectDistinct({ userId: sessionsTable.userId })
    .from(sessionsTable)
    .where(and(inArray(sessionsTable.userId, [...owners]), gt(sessionsTable.lastUsedAt, addMs(ctx.now, -presentMs))));
  const known = new Set(present.map(({ userId }) => userId));
  return [...owners].filter((owner) => !known.has(owner));
}

/** While the caller views the app as a role or another user, nothing rings, because they can't answer it. */
export async function readReminders(ctx: Ctx): Promise<{ ringing: Reminder[]; nextAt: Instant | null }> {
  const { userId, isViewingAs } = actorOf(ctx);
  if (isViewingAs) return { ringing: [], nextAt: null };
  const mine = eq(todosTable.ownerId, userId);
  const rows = await ctx.db
    .select()
    .from(todosTable)
    .where(and(mine, isNotNull(todosTable.rangAt)))
    .orderBy(asc(todosTable.remindAt), asc(todosTable.id));
  const [next] = await ctx.db
    .select({ at: min(todosTable.remindAt) })
    .from(todosTable)
    .where(and(mine, isNotNull(todosTable.remindAt), isNull(todosTable.rangAt)));
  const ringing = rows.map(({ id, title, dueOn, dueAt, remindAt }) => ({
    id,
    title,
    dueDate: dueOn ?? dueAt,
    remindAt: remindAt!,
  }));
  return { ringing, nextAt: next?.at ?? null };
}
