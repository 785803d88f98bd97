import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { newId } from "#api/newId.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
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
import { type TodoRow, todosTable } from "#demos/todo/api/tables.ts";

/** What a view shows of my to-dos, newest first. Which those are is decided by the rule that the screen applies too. */
export async function listTodos(ctx: Ctx, { view, timeZone }: { view: View; timeZone: string }): Promise<Todo[]> {
  const lists = await readLists(ctx);
  const rows = await selectTodos(ctx);
  return todosInView(rows.map(wireTodo), view, lists, clockAt(ctx.now, timeZone));
}

/** Everything the screen shows, in one read: at most `todosMax` to-dos. */
export async function readOverview(ctx: Ctx): Promise<{ todos: TodoRecord[]; folders: Folder[]; labels: Label[] }> {
  const lists = await readLists(ctx);
  const rows = await selectTodos(ctx);
  return { todos: rows.map(recordOf), ...lists };
}

/**
 * Puts a to-do first. The same id again answers the one that is stored, so that a retry creates nothing twice.
 * Refuses with `todo_limit`.
 */
export function addTodo(ctx: Ctx, { id = newId(ctx), set }: { id?: string | undefined; set: TodoPatch }) {
  return inTransaction(ctx, async (inner): Promise<TodoRecord> => {
    await lockOwner(inner);
    const known = await selectTodos(inner, eq(todosTable.id, id));
    if (known[0]) return recordOf(known[0]);
    if ((await inner.db.$count(todosTable, mine(ctx))) >= todosMax) throw todoRefusals.todo_limit({ limit: todosMax });
    const row = { ...emptyTodo, ...(await columnsOf(inner, set)), ownerId: actorOf(ctx).userId, id };
    const completedAt = set.completed ? ctx.now : null;
    const deletedAt = set.deleted ? ctx.now : null;
    const created = { ...row, completedAt, deletedAt, createdAt: ctx.now, updatedAt: ctx.now };
    return recordOf((await inner.db.insert(todosTable).values(created).returning())[0]!);
  });
}

export const createTodo = async (ctx: Ctx, { id, ...set }: PostedTodo): Promise<Todo> =>
  withoutExtras(await addTodo(ctx, { id, set }));

/** What was left out keeps its value. An unknown to-do is answered as it was posted, and not stored (demo-apps D-2). */
export function updateTodo(ctx: Ctx, { id, ...set }: PostedTodo & { id: string }): Promise<Todo> {
  return inTransaction(ctx, async (inner) => {
    const [row] = await writeTodos(inner, [id], set);
    return row ? wireTodo(row) : asPosted(id, set);
  });
}

/**
 * Changes named fields of many to-dos: all of them, or none. Those that are gone meanwhile are named as `missing`.
 * Refuses with `version_conflict`, and the to-do as it is now, when a change says which version it means and is late.
 */
export function changeTodos(ctx: Ctx, { changes }: { changes: readonly TodoChange[] }) {
  return inTransaction(ctx, async (inner) => {
    const ids = changes.map(({ id }) => id);
    const rowsById = new Map((await lockTodos(inner, ids)).map((row) => [row.id, row]));
    for (const { id, version } of changes) requireVersion(rowsById.get(id), version);
    for (const { set, ids: sameIds } of alike(changes.filter(({ id }) => rowsById.has(id)))) {
      await writeTodos(inner, sameIds, set);
    }
    const changed = await selectTodos(inner, inArray(todosTable.id, ids));
    return { todos: changed.map(recordOf), missing: ids.filter((id) => !rowsById.has(id)) };
  });
}

/** Marks as deleted; answers the id, also of an unknown to-do (spec 001 §7). */
export async function markDeleted(ctx: Ctx, id: string): Promise<string> {
  await inTransaction(ctx, (inner) => writeTodos(inner, [id], { deleted: true }));
  return id;
}

/** An unknown folder changes nothing. */
export function setFolder(ctx: Ctx, { selectedTodoIds, folderId }: { selectedTodoIds: string[]; folderId: number }) {
  return inTransaction(ctx, async (inner) => {
    const folder = await lockFolder(inner, folderId);
    if (folder === null) return;
    await lockTodos(inner, selectedTodoIds);
    await writeTodos(inner, selectedTodoIds, { folder });
  });
}

/** Adds the label where it is lacking and removes it where it is present. An unknown label changes nothing. */
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

/** Really removes them (spec 001 §4). */
export function deleteForEver(ctx: Ctx, { selectedTodoIds }: { selectedTodoIds: string[] }): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await lockTodos(inner, selectedTodoIds);
    await inner.db.delete(todosTable).where(and(mine(ctx), inArray(todosTable.id, selectedTodoIds)));
  });
}

/** Every query of to-dos has this, so that nobody sees or changes another's (demo-apps A3). */
const mine = (ctx: Ctx) => eq(todosTable.ownerId, actorOf(ctx).userId);

const selectTodos = (ctx: Ctx, which?: SQL): Promise<TodoRow[]> =>
  ctx.db
    .select()
    .from(todosTable)
    .where(and(mine(ctx), which))
    .orderBy(desc(todosTable.place));

/** Always in the order of the ids: two calls that lock the same to-dos wait for each other and never in a circle. */
const lockTodos = (ctx: Ctx, ids: string[]): Promise<TodoRow[]> =>
  ctx.db
    .select()
    .from(todosTable)
    .where(and(mine(ctx), inArray(todosTable.id, ids)))
    .orderBy(asc(todosTable.id))
    .for("update");

async function writeTodos(ctx: Ctx, ids: string[], set: TodoPatch): Promise<TodoRow[]> {
  if (ids.length === 0) return [];
  const columns = { ...(await columnsOf(ctx, set)), ...instantsOf(ctx, set), ...touched(ctx) };
  return ctx.db
    .update(todosTable)
    .set(columns)
    .where(and(mine(ctx), inArray(todosTable.id, ids)))
    .returning();
}

/** What is done to many at once, such as completing fifty, is one statement. Changes of one to-do keep their order. */
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

/** The columns that a patch names. Labels and folders that are not this person's are left out. */
async function columnsOf(ctx: Ctx, set: TodoPatch) {
  const { title, notes, startDate, dueDate, starred, important, labels, folder, subtasks } = set;
  return {
    ...(title === undefined ? {} : { title }),
    ...(notes === undefined ? {} : { notes }),
    ...(startDate === undefined ? {} : { startOn: dayPart(startDate), startAt: instantPart(startDate) }),
    ...(dueDate === undefined ? {} : { dueOn: dayPart(dueDate), dueAt: instantPart(dueDate) }),
    ...(starred === undefined ? {} : { isStarred: starred }),
    ...(important === undefined ? {} : { isImportant: important }),
    ...(labels === undefined ? {} : { labels: await lockLabels(ctx, labels) }),
    ...(folder === undefined ? {} : { folderId: folder === null ? null : await lockFolder(ctx, folder) }),
    ...(subtasks === undefined ? {} : { subtasks }),
  };
}

/** Saying again that something is done does not move when it was. */
const instantsOf = (ctx: Ctx, { completed, deleted }: TodoPatch) => ({
  ...(completed === undefined ? {} : { completedAt: completed ? firstTime(todosTable.completedAt, ctx) : null }),
  ...(deleted === undefined ? {} : { deletedAt: deleted ? firstTime(todosTable.deletedAt, ctx) : null }),
});
const firstTime = (column: typeof todosTable.completedAt | typeof todosTable.deletedAt, ctx: Ctx) =>
  sql`coalesce(${column}, ${ctx.now}::timestamptz)`;

const emptyTodo = { title: "", notes: "", isStarred: false, isImportant: false, labels: [], subtasks: [] };

const dayPart = (moment: string | null) => (moment?.length === 10 ? moment : null);
const instantPart = (moment: string | null) => (moment?.length === 10 ? null : moment);

function recordOf(row: TodoRow): TodoRecord {
  const { id, title, notes, labels, subtasks, completedAt, createdAt, updatedAt, version } = row;
  return {
    id,
    title,
    notes,
    labels,
    subtasks,
    completedAt,
    createdAt,
    updatedAt,
    version,
    startDate: row.startOn ?? row.startAt,
    dueDate: row.dueOn ?? row.dueAt,
    completed: row.completedAt !== null,
    starred: row.isStarred,
    important: row.isImportant,
    deleted: row.deletedAt !== null,
    folder: row.folderId,
  };
}

const wireTodo = (row: TodoRow): Todo => withoutExtras(recordOf(row));

/** The spec's keys. The contract drops the rest on the way out; here only the absent folder takes its form. */
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
