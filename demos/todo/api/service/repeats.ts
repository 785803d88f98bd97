import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { newId } from "#api/newId.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { todoRefusals, todosMax } from "#demos/todo/contract.ts";
import { nextDates } from "#demos/todo/rules/repeats.ts";
import { lockFolder, lockLabels, lockOwner } from "#demos/todo/api/service/lists.ts";
import { dateColumns, datesOf } from "#demos/todo/api/service/moments.ts";
import { enqueueRings } from "#demos/todo/api/service/reminders.ts";
import { type TodoRow, todosTable } from "#demos/todo/api/tables.ts";

/**
 * Creates the next to-do for each repeating one that was just completed, and puts it first. `before` are the locked
 * rows, and `after` those that were written. Returns the new ids. Refuses with `todo_limit`.
 */
export async function addNext(ctx: Ctx, before: readonly TodoRow[], after: readonly TodoRow[]): Promise<string[]> {
  const wereOpen = new Map(before.filter((row) => row.completedAt === null).map((row) => [row.id, row]));
  const done = after.filter((row) => row.repeat !== null && row.deletedAt === null && wereOpen.has(row.id));
  if (done.length === 0) return [];
  await lockOwner(ctx);
  const kept = await ctx.db.$count(todosTable, eq(todosTable.ownerId, actorOf(ctx).userId));
  if (kept + done.length > todosMax) throw todoRefusals.todo_limit({ limit: todosMax });
  const places = await lockPlaces(ctx, done);
  // Completing them has removed their reminders.
  const dated = done.map((row) => ({ ...row, remindAt: wereOpen.get(row.id)!.remindAt }));
  const pairs = dated.flatMap((row) => {
    const next = nextOf(ctx, row, places);
    return next === null ? [] : [{ id: row.id, next }];
  });
  if (pairs.length === 0) return [];
  const added = pairs.map(({ next }) => next);
  await ctx.db.insert(todosTable).values(added);
  const links = pairs.map(({ id, next }) => ({ id, next_id: next.id }));
  await ctx.db.execute(sql`
    update todos
       set next_id = link.next_id
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(id text, next_id text)
     where todos.owner_id = ${actorOf(ctx).userId}::uuid and todos.id = link.id`);
  await enqueueRings(
    ctx,
    added.map(({ remindAt }) => remindAt),
  );
  return added.map(({ id }) => id);
}

type Places = { readonly labels: ReadonlySet<number>; readonly folders: ReadonlySet<number> };

/** The labels and folders of to-dos, locked so that none is removed before the next to-dos are written. */
async function lockPlaces(ctx: Ctx, rows: readonly TodoRow[]): Promise<Places> {
  const labels = await lockLabels(
    ctx,
    rows.flatMap((row) => row.labels),
  );
  const folders = new Set<number>();
  for (const id of new Set(rows.flatMap((row) => row.folderId ?? []))) {
    if ((await lockFolder(ctx, id)) !== null) folders.add(id);
  }
  return { labels: new Set(labels), folders };
}

/** A copy with nothing completed; null after the end of the calendar. */
function nextOf(ctx: Ctx, row: TodoRow, { labels, folders }: Places) {
  const dates = nextDates({ ...datesOf(row), remindAt: row.remindAt }, row.repeat!, ctx.now);
  if (dates === null) return null;
  const { ownerId, title, notes, isStarred, isImportant, repeat, folderId } = row;
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
    labels: row.labels.filter((id) => labels.has(id)),
    folderId: folderId !== null && folders.has(folderId) ? folderId : null,
    subtasks: row.subtasks.map((subtask) => ({ ...subtask, completed: false })),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/**
 * Removes the followers of to-dos that were reopened, unless they have been edited; returns the removed ids. An edited
 * follower stays and keeps repeating, so the to-do before it stops repeating.
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
