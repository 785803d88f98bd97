import { and, asc, eq, inArray } from "drizzle-orm";
import { newId } from "#api/newId.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { todoRefusals, todosMax } from "#demos/todo/contract.ts";
import { nextDates } from "#demos/todo/rules/repeats.ts";
import { lockFolder, lockLabels, lockOwner } from "#demos/todo/api/service/lists.ts";
import { dateColumns, datesOf } from "#demos/todo/api/service/moments.ts";
import { enqueueRings } from "#demos/todo/api/service/reminders.ts";
import { type TodoRow, todosTable } from "#demos/todo/api/tables.ts";

/**
 * Makes the one that follows each repeating to-do that was just completed, and places it first. `before` is what was
 * there, locked, and `after` what was written. Answers the new ids. Refuses with `todo_limit`.
 */
export async function addNext(ctx: Ctx, before: readonly TodoRow[], after: readonly TodoRow[]): Promise<string[]> {
  const wereOpen = new Map(before.filter((row) => row.completedAt === null).map((row) => [row.id, row]));
  const done = after.filter((row) => row.repeat !== null && row.deletedAt === null && wereOpen.has(row.id));
  if (done.length === 0) return [];
  await lockOwner(ctx);
  const kept = await ctx.db.$count(todosTable, eq(todosTable.ownerId, actorOf(ctx).userId));
  if (kept + done.length > todosMax) throw todoRefusals.todo_limit({ limit: todosMax });
  const added: string[] = [];
  for (const row of done) {
    // Completing it has taken its reminder away.
    const next = await nextOf(ctx, { ...row, remindAt: wereOpen.get(row.id)!.remindAt });
    if (next === null) continue;
    await ctx.db.insert(todosTable).values(next);
    await ctx.db
      .update(todosTable)
      .set({ nextId: next.id })
      .where(mineWith(ctx, [row.id]));
    await enqueueRings(ctx, [next.remindAt]);
    added.push(next.id);
  }
  return added;
}

/** The same again, with nothing of it done; null where the calendar ends. */
async function nextOf(ctx: Ctx, row: TodoRow) {
  const dates = nextDates({ ...datesOf(row), remindAt: row.remindAt }, row.repeat!, ctx.now);
  if (dates === null) return null;
  const { ownerId, title, notes, isStarred, isImportant, repeat } = row;
  return {
    ownerId,
    title,
    notes,
    isStarred,
    isImportant,
    repeat,
    ...dateColumns(dates),
    id: newId(ctx),
    remindAt: dates.remindAt !== null && dates.remindAt > ctx.now ? dates.remindAt : null,
    labels: await lockLabels(ctx, row.labels),
    folderId: row.folderId === null ? null : await lockFolder(ctx, row.folderId),
    subtasks: row.subtasks.map((subtask) => ({ ...subtask, completed: false })),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/**
 * Takes back what followed the ones that are open again, as long as nobody has touched it; answers those ids. Where it
 * was touched it stays and goes on repeating, so the one before it no longer does.
 */
export async function removeNext(ctx: Ctx, reopened: readonly TodoRow[]): Promise<string[]> {
  const followed = reopened.filter((row) => row.completedAt !== null && row.nextId !== null);
  if (followed.length === 0) return [];
  const next = await ctx.db
    .select()
    .from(todosTable)
    .where(
      mineWith(
        ctx,
        followed.map((row) => row.nextId!),
      ),
    )
    .orderBy(asc(todosTable.id))
    .for("update");
  const isUntouched = (row: TodoRow) => row.version === 1 && row.completedAt === null;
  const untouched = next.filter(isUntouched).map(({ id }) => id);
  const touched = new Set(next.filter((row) => !isUntouched(row)).map(({ id }) => id));
  const ended = followed.filter((row) => touched.has(row.nextId!)).map(({ id }) => id);
  const ids = followed.map(({ id }) => id);
  await ctx.db.delete(todosTable).where(mineWith(ctx, untouched));
  await ctx.db.update(todosTable).set({ nextId: null }).where(mineWith(ctx, ids));
  await ctx.db.update(todosTable).set({ repeat: null }).where(mineWith(ctx, ended));
  return untouched;
}

const mineWith = (ctx: Ctx, ids: string[]) =>
  and(eq(todosTable.ownerId, actorOf(ctx).userId), inArray(todosTable.id, ids));
