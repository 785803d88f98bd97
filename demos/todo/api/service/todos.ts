import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { newId } from "#api/newId.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { RecordAnswer } from "#api/serve.ts";
import { violationOf } from "#api/violations.ts";
import {
  type Folder,
  type Label,
  type PostedTodo,
  type Todo,
  type TodoChange,
  type TodoPatch,
  type TodoRecord,
  todoRefusals,
  todosMax,
} from "#demos/todo/contract.ts";
import { clockAt, todosInView, type View } from "#demos/todo/rules.ts";
import { lockFolder, lockLabels, lockOwner, readLists, touched } from "#demos/todo/api/service/lists.ts";
import { dateColumns, datesOf } from "#demos/todo/api/service/moments.ts";
import { enqueueRings, moveReminders } from "#demos/todo/api/service/reminders.ts";
import { addNext, removeNext } from "#demos/todo/api/service/repeats.ts";
import { type TodoRow, todosTable } from "#demos/todo/api/tables.ts";

/** The user's to-dos in a view, newest first. The rule that selects them is the one that the screen applies too. */
export async function listTodos(ctx: Ctx, { view, timeZone }: { view: View; timeZone: string }): Promise<Todo[]> {
  const lists = await readLists(ctx);
  const rows = await selectTodos(ctx);
  return todosInView(rows.map(wireTodo), view, lists, clockAt(ctx.now, timeZone));
}

/** All data of the screen in one read: at most `todosMax` to-dos. */
export async function readOverview(ctx: Ctx): Promise<{ todos: TodoRecord[]; folders: Folder[]; labels: Label[] }> {
  const lists = await readLists(ctx);
  const rows = await selectTodos(ctx);
  return { todos: rows.map(recordOf), ...lists };
}

/**
 * Adds a to-do at the top. The same id again returns the stored one, so that a retry creates no duplicate. Refuses with
 * `todo_limit` or `start_after_due`.
 */
export function addTodo(ctx: Ctx, { id = newId(ctx), set }: { id?: string | undefined; set: TodoPatch }) {
  return inDateCheckedTransaction(ctx, async (inner): Promise<TodoRecord> => {
    await lockOwner(inner);
    const known = await selectTodos(inner, eq(todosTable.id, id));
    if (known[0]) return recordOf(known[0]);
    if ((await inner.db.$count(todosTable, mine(ctx))) >= todosMax) throw todoRefusals.todo_limit({ limit: todosMax });
    const row = { ...emptyTodo, ...(await columnsOf(inner, set)), ownerId: actorOf(ctx).userId, id };
    const completedAt = set.completed ? ctx.now : null;
    const deletedAt = set.deleted ? ctx.now : null;
    const created = { ...row, completedAt, deletedAt, createdAt: ctx.now, updatedAt: ctx.now };
    await enqueueRings(inner, [created.remindAt ?? null]);
    return recordOf((await inner.db.insert(todosTable).values(created).returning())[0]!);
  });
}

export async function createTodo(ctx: Ctx, { id, ...set }: PostedTodo): Promise<RecordAnswer<Todo>> {
  const added = await addTodo(ctx, { id, set });
  return { body: withoutExtras(added), version: added.version };
}

type Update = PostedTodo & { readonly id: string; readonly version?: number | undefined };

/**
 * Omitted fields keep their values. An unknown to-do is returned as it was posted, and not stored (demo-apps D-2).
 * Refuses with `version_conflict` if a version is sent and is not the current one, and with `start_after_due`.
 */
export function updateTodo(ctx: Ctx, { id, version, ...set }: Update): Promise<RecordAnswer<Todo>> {
  return inDateCheckedTransaction(ctx, async (inner) => {
    const rows = await lockTodos(inner, [id]);
    if (rows[0] === undefined) return { body: asPosted(id, set), version: null };
    requireVersion(rows[0], version);
    await writeTodos(inner, rows, set);
    const [row] = await selectTodos(inner, eq(todosTable.id, id));
    return { body: wireTodo(row!), version: row!.version };
  });
}

/**
 * Changes the given fields of many to-dos: all of them, or none. Those that no longer exist are returned as `missing`.
 * Refuses with `version_conflict` and the current to-do if a change has an old version; with `start_after_due`; and
 * with `todo_limit` if there is no room for the follower of a completed one.
 */
export function changeTodos(ctx: Ctx, { changes }: { changes: readonly TodoChange[] }) {
  return inDateCheckedTransaction(ctx, async (inner) => {
    const ids = changes.map(({ id }) => id);
    const rowsById = new Map((await lockTodos(inner, ids)).map((row) => [row.id, row]));
    for (const { id, version } of changes) requireVersion(rowsById.get(id), version);
    const followed = { added: [] as string[], removed: [] as string[] };
    const written = new Set<string>();
    for (const { set, ids: sameIds } of alike(changes.filter(({ id }) => rowsById.has(id)))) {
      const isAgain = sameIds.some((id) => written.has(id));
      const rows = isAgain
        ? await selectTodos(inner, inArray(todosTable.id, sameIds))
        : sameIds.map((id) => rowsById.get(id)!);
      const { added, removed } = await writeTodos(inner, rows, set);
      followed.added.push(...added);
      followed.removed.push(...removed);
      for (const id of sameIds) written.add(id);
    }
    const changed = (await selectTodos(inner, inArray(todosTable.id, [...ids, ...followed.added]))).map(recordOf);
    const isAdded = ({ id }: TodoRecord) => followed.added.includes(id);
    return {
      todos: changed.filter((todo) => !isAdded(todo)),
      missing: ids.filter((id) => !rowsById.has(id)),
      added: changed.filter(isAdded),
      removed: followed.removed,
    };
  });
}

/** Marks the to-do as deleted; returns the id, also of an unknown to-do (spec 001 §7). */
export function markDeleted(ctx: Ctx, id: string): Promise<RecordAnswer<string>> {
  return inTransaction(ctx, async (inner) => {
    const rows = await lockTodos(inner, [id]);
    await writeTodos(inner, rows, { deleted: true });
    return { body: id, version: rows[0] === undefined ? null : rows[0].version + 1 };
  });
}

/** An unknown folder changes nothing. */
export function setFolder(ctx: Ctx, { selectedTodoIds, folderId }: { selectedTodoIds: string[]; folderId: number }) {
  return inTransaction(ctx, async (inner) => {
    const folder = await lockFolder(inner, folderId);
    if (folder === null) return;
    await writeTodos(inner, await lockTodos(inner, selectedTodoIds), { folder });
  });
}

/** Adds the label where it is missing and removes it where it is present. An unknown label changes nothing. */
export function toggleLabel(ctx: Ctx, { selectedTodoIds, labelId }: { selectedTodoIds: string[]; labelId: number }) {
  return inTransaction(ctx, async (inner) => {
    const [label] = await lockLabels(inner, [labelId]);
    if (label === undefined) return;
    await lockTodos(inner, selectedTodoIds);
    const toggled = sql`
      case when ${label}::int = any(${todosTable.labels})
           then array_remove(${todosTable.labels}, ${label}::int)
           else ${todosTable.labels} || ${label}::int end`;
    await inner.db
      .update(todosTable)
      .set({ labels: toggled, ...touched(ctx) })
      .where(and(mine(ctx), inArray(todosTable.id, selectedTodoIds)));
  });
}

/** Deletes them permanently (spec 001 §4). */
export function deleteForEver(ctx: Ctx, { selectedTodoIds }: { selectedTodoIds: string[] }): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await lockTodos(inner, selectedTodoIds);
    await inner.db.delete(todosTable).where(and(mine(ctx), inArray(todosTable.id, selectedTodoIds)));
  });
}

/** In a transaction. The database checks that no start date is after the due date: a patch may contain just one. */
const inDateCheckedTransaction = <Result>(ctx: Ctx, work: (inner: Ctx) => Promise<Result>): Promise<Result> =>
  inTransaction(ctx, work).catch((error: unknown) => {
    if (violationOf(error)?.constraint === "todos__start_before_due") throw todoRefusals.start_after_due();
    throw error;
  });

/** Every query of to-dos has this condition, so that no user sees or changes another user's (demo-apps A3). */
const mine = (ctx: Ctx) => eq(todosTable.ownerId, actorOf(ctx).userId);

const selectTodos = (ctx: Ctx, which?: SQL): Promise<TodoRow[]> =>
  ctx.db
    .select()
    .from(todosTable)
    .where(and(mine(ctx), which))
    .orderBy(desc(todosTable.place));

/** Always in the order of ids, so that two calls that lock the same to-dos can't deadlock. */
const lockTodos = (ctx: Ctx, ids: string[]): Promise<TodoRow[]> =>
  ctx.db
    .select()
    .from(todosTable)
    .where(and(mine(ctx), inArray(todosTable.id, ids)))
    .orderBy(asc(todosTable.id))
    .for("update");

type RepeatChanges = { readonly added: readonly string[]; readonly removed: readonly string[] };

/** Writes a patch to locked to-dos, with its side effects: reminders move, and repeating to-dos are continued. */
async function writeTodos(ctx: Ctx, rows: readonly TodoRow[], set: TodoPatch): Promise<RepeatChanges> {
  if (rows.length === 0) return { added: [], removed: [] };
  const columns = { ...(await columnsOf(ctx, set)), ...instantsOf(ctx, set), ...touched(ctx) };
  const ids = rows.map(({ id }) => id);
  const after = await ctx.db
    .update(todosTable)
    .set(columns)
    .where(and(mine(ctx), inArray(todosTable.id, ids)))
    .returning();
  if (set.remindAt != null) await enqueueRings(ctx, [set.remindAt]);
  else if (set.remindAt === undefined && set.dueDate !== undefined) await moveReminders(ctx, rows, after);
  const added = set.completed === true ? await addNext(ctx, rows, after) : [];
  const removed = set.completed === false ? await removeNext(ctx, rows) : [];
  return { added, removed };
}

/** The same change of many, such as completing fifty, is one statement. Changes of one to-do keep their order. */
function alike(changes: readonly TodoChange[]): { set: TodoPatch; ids: string[] }[] {
  const batches: { set: TodoPatch; key: string; ids: string[] }[] = [];
  for (const { id, set } of changes) {
    const key = JSON.stringify(set);
    const last = batches.findLast((batch) => batch.key === key || batch.ids.includes(id));
    if (last?.key === key) last.ids.push(id);
    else batches.push({ set, key, ids: [id] });
  }
  return batches;
}

/** The columns of a patch. Labels and folders that are not this user's are left out. */
async function columnsOf(ctx: Ctx, set: TodoPatch) {
  const { title, notes, starred, important, labels, folder, subtasks, repeat } = set;
  return {
    ...(title === undefined ? {} : { title }),
    ...(notes === undefined ? {} : { notes }),
    ...dateColumns(set),
    ...(starred === undefined ? {} : { isStarred: starred }),
    ...(important === undefined ? {} : { isImportant: important }),
    ...(labels === undefined ? {} : { labels: await lockLabels(ctx, labels) }),
    ...(folder === undefined ? {} : { folderId: folder === null ? null : await lockFolder(ctx, folder) }),
    ...(subtasks === undefined ? {} : { subtasks }),
    ...(repeat === undefined ? {} : { repeat }),
    ...reminderColumns(set),
  };
}

/** Completed or deleted to-dos have no reminder, unless the same patch sets one. A new reminder has not rung. */
function reminderColumns({ remindAt, completed, deleted }: TodoPatch) {
  if (remindAt !== undefined) return { remindAt, rangAt: null };
  return completed || deleted ? { remindAt: null, rangAt: null } : {};
}

/** Completing a to-do again keeps its time of completion. */
const instantsOf = (ctx: Ctx, { completed, deleted }: TodoPatch) => ({
  ...(completed === undefined ? {} : { completedAt: completed ? firstTime(todosTable.completedAt, ctx) : null }),
  ...(deleted === undefined ? {} : { deletedAt: deleted ? firstTime(todosTable.deletedAt, ctx) : null }),
});
const firstTime = (column: typeof todosTable.completedAt | typeof todosTable.deletedAt, ctx: Ctx) =>
  sql`coalesce(${column}, ${ctx.now}::timestamptz)`;

const emptyTodo = { title: "", notes: "", isStarred: false, isImportant: false, labels: [], subtasks: [] };

function recordOf(row: TodoRow): TodoRecord {
  const { id, title, notes, labels, subtasks, remindAt, repeat, completedAt, createdAt, updatedAt, version } = row;
  return {
    id,
    title,
    notes,
    labels,
    subtasks,
    remindAt,
    repeat,
    completedAt,
    createdAt,
    updatedAt,
    version,
    ...datesOf(row),
    completed: row.completedAt !== null,
    starred: row.isStarred,
    important: row.isImportant,
    deleted: row.deletedAt !== null,
    folder: row.folderId,
  };
}

const wireTodo = (row: TodoRow): Todo => withoutExtras(recordOf(row));

/** The spec's keys. The contract removes the rest from the response; here only an absent folder is converted. */
const withoutExtras = ({ folder, ...todo }: TodoRecord): Todo => (folder === null ? todo : { ...todo, folder });

const asPosted = (id: string, { folder, ...set }: PostedTodo): Todo => ({
  title: "",
  notes: "",
  startDate: null,
  dueDate: null,
  labels: [],
  completed: false,
  starred: false,
  important: false,
  deleted: false,
  ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
  ...(folder == null ? {} : { folder }),
  id,
});

function requireVersion(row: TodoRow | undefined, version: number | undefined) {
  if (row === undefined || version === undefined || row.version === version) return;
  throw commonRefusals.version_conflict({ todo: recordOf(row) });
}
