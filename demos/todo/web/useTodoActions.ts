import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Output } from "#base/contract.ts";
import type { Instant } from "#base/time.ts";
import { useMemo } from "react";
import { newId } from "#web/newId.ts";
import {
  allFolder,
  type Label,
  type Subtask,
  todoExtras,
  type TodoChange,
  type TodoPatch,
  type TodoRecord,
  todos as spec,
} from "#demos/todo/contract.ts";
import type { Reminder } from "#demos/todo/contract/reminder.ts";
import type { Repeat } from "#demos/todo/contract/repeat.ts";
import { emptyTodo } from "#demos/todo/rules.ts";
import { movedReminder } from "#demos/todo/rules/reminders.ts";
import { timeZone } from "#demos/todo/web/useClock.ts";
import { folderNamed, labelNamed, withRows } from "#demos/todo/web/useListActions.ts";
import {
  type NewTodo,
  type Overview,
  type SavedMutation,
  type TodoMutation,
  todoQueue,
} from "#demos/todo/web/useTodos.ts";
import { type ToastKey, type TodoToasts, useTodoToasts } from "#demos/todo/web/useTodoToasts.ts";
import { call, type Transport } from "#web/call.ts";
import { currentAnswer } from "#web/optimistic/optimisticQueue.ts";
import { type Toasts, useToast } from "#web/ui/toasts.ts";

export type TodoActions = ReturnType<typeof todoActions>;

/** The actions on to-dos. Each is shown at once, and has a toast with Undo. */
export function useTodoActions(): TodoActions {
  const toasts = useTodoToasts();
  const toast = useToast();
  const queryClient = useQueryClient();
  // Stable until the language changes: rows are rendered again only when their to-do changes.
  return useMemo(() => todoActions({ toasts, toast, queryClient }), [toasts, toast, queryClient]);
}

type Todos = readonly TodoRecord[];

type Dependencies = {
  readonly toasts: TodoToasts;
  readonly toast: Toasts["show"];
  readonly queryClient: QueryClient;
};

function todoActions(dependencies: Dependencies) {
  const { queryClient } = dependencies;
  const { run, offerUndo, runAfterToast, undoLast, text } = dependencies.toasts;
  const reportMissing = missingReporter(dependencies);
  /** Changes each to-do by `patchOf`, and keeps the previous values. */
  const change = (todos: Todos, patchOf: (todo: TodoRecord) => TodoPatch, toastText: string | null) => {
    if (todos.length === 0) return;
    const changes = todos.map((todo) => ({ id: todo.id, set: patchOf(todo) }));
    run(changeMutation(changes, reportMissing));
    if (toastText === null) return;
    const before = todos.map((todo) => inverse(todo, patchOf(todo)));
    offerUndo(toastText, changeMutation(before, reportMissing));
  };
  const all = (key: ToastKey, todos: Todos, set: TodoPatch) =>
    change(todos, () => set, text(key, { count: todos.length, title: todos[0]?.title }));
  return {
    /** Without a toast, because the new text is on the screen. */
    write: (todo: TodoRecord, set: TodoPatch) => change([todo], () => set, null),
    complete: (todos: Todos, completed: boolean) => all(completed ? "completed" : "reopened", todos, { completed }),
    star: (todos: Todos, starred: boolean) => all(starred ? "starred" : "unstarred", todos, { starred }),
    flag: (todos: Todos, important: boolean) => all(important ? "flagged" : "unflagged", todos, { important }),
    remove: (todos: Todos) => all("removed", todos, { deleted: true }),
    restore: (todos: Todos) => all("restored", todos, { deleted: false }),
    ...scheduleActions({ change, text }),
    /** Answers a reminder that rings. If this is undone, it rings again. */
    answer: ({ id, title, remindAt }: Reminder, set: Pick<TodoPatch, "completed" | "remindAt">) => {
      run(changeMutation([{ id, set }], reportMissing));
      const back = { remindAt, ...(set.completed ? { completed: false } : {}) };
      const key = set.completed ? "completed" : set.remindAt ? "snoozed" : "unreminded";
      offerUndo(text(key, { count: 1, title }), changeMutation([{ id, set: back }], reportMissing));
    },
    move: (todos: Todos, folder: { readonly id: number; readonly title: string }) => {
      run(folderMutation(todos, folder.id));
      const back = todos.map((todo) => inverse(todo, { folder: null }));
      const moved = text("moved", { count: todos.length, folder: folder.title });
      offerUndo(moved, changeMutation(back, reportMissing));
    },
    /** Adds the label to those without it; if all have it, removes it. */
    label: (todos: Todos, label: { readonly id: number; readonly title: string }) => {
      const lacking = todos.filter((todo) => !todo.labels.includes(label.id));
      const isAdding = lacking.length > 0;
      const changed = isAdding ? lacking : todos;
      run(labelMutation(changed, label.id, isAdding));
      const key = isAdding ? "labelled" : "unlabelled";
      offerUndo(text(key, { count: changed.length, label: label.title }), labelMutation(changed, label.id, !isAdding));
    },
    /** Subtasks are stored as one list, so each change starts from the result of the one before it. */
    changeSteps: (todoId: string, next: (steps: readonly Subtask[]) => Subtask[]) => {
      const todo = currentTodos(queryClient).find(({ id }) => id === todoId);
      if (todo) change([todo], () => ({ subtasks: next(todo.subtasks) }), null);
    },
    removeStep: (todo: TodoRecord, step: Subtask) => {
      const subtasks = todo.subtasks.filter(({ id }) => id !== step.id);
      change([todo], () => ({ subtasks }), text("stepRemoved", { title: step.title }));
    },
    /** `onRefused` may restore what was typed. */
    add: (added: NewTodo, onRefused?: () => void): string => {
      const id = newId();
      run({ ...addMutation(id, added), onRefused });
      offerUndo(text("added", { title: added.set.title }), deleteMutation([id]));
      return id;
    },
    deleteForEver: (todos: Todos) =>
      runAfterToast(text("deleted", { count: todos.length }), deleteMutation(idsOf(todos))),
    /** Sends the changes that an earlier page could not send. */
    resume: (saved: SavedMutation) =>
      run(saved.kind === "add" ? addMutation(saved.id, saved.added) : changeMutation(saved.changes, reportMissing)),
    undo: undoLast,
  };
}

const currentTodos = (queryClient: QueryClient): Todos => currentAnswer(queryClient, todoQueue, {})?.todos ?? [];

/** What was deleted elsewhere is still here in full, and can be saved as a new to-do (demo-apps D-2). */
const missingReporter = (dependencies: Dependencies) => (ids: readonly string[]) => {
  const { toasts, toast, queryClient } = dependencies;
  const missing = currentTodos(queryClient).filter(({ id }) => ids.includes(id));
  const saveAsNew = () => {
    for (const todo of missing) toasts.run(addMutation(newId(), { set: copyOf(todo), newLabels: [], newFolder: null }));
  };
  toast({
    variant: "info",
    text: toasts.text("missing", { count: ids.length }),
    action: { label: toasts.text("saveAsNew"), onAction: saveAsNew },
  });
};

type ScheduleDependencies = {
  readonly change: (todos: Todos, patchOf: (todo: TodoRecord) => TodoPatch, toastText: string) => void;
  readonly text: TodoToasts["text"];
};

/** The due and start dates, the reminder, and the repetition. */
const scheduleActions = ({ change, text }: ScheduleDependencies) => ({
  schedule: (todos: Todos, set: Pick<TodoPatch, "dueDate" | "startDate">) =>
    change(
      todos,
      (todo) => ({ ...set, ...followingReminder(todo, set) }),
      text("rescheduled", { count: todos.length }),
    ),
  remind: (todo: TodoRecord, remindAt: Instant | null) =>
    change([todo], () => ({ remindAt }), text(remindAt === null ? "unreminded" : "reminded")),
  /** A repetition starts on a day, so the to-do is due then. */
  repeat: (todo: TodoRecord, repeat: Repeat | null) => {
    const begun = repeat && todo.dueDate === null ? { dueDate: repeat.begin } : {};
    change([todo], () => ({ repeat, ...begun }), text(repeat === null ? "unrepeated" : "repeated"));
  },
});

/** The initial values of a copy: neither completed nor deleted, and without a reminder. */
export function copyOf({
  title,
  notes,
  startDate,
  dueDate,
  starred,
  important,
  labels,
  subtasks,
  ...todo
}: TodoRecord) {
  const folder = todo.folder ?? allFolder.id;
  return { title, notes, startDate, dueDate, starred, important, labels, subtasks, folder, repeat: todo.repeat };
}

const withTodos = (overview: Overview, change: (todos: TodoRecord[]) => TodoRecord[]): Overview => ({
  ...overview,
  todos: change(overview.todos),
});

function changeMutation(changes: readonly TodoChange[], reportMissing: (ids: readonly string[]) => void): TodoMutation {
  const setById = new Map(changes.map(({ id, set }) => [id, set]));
  const now = new Date().toISOString();
  return {
    saved: { kind: "change", changes },
    refreshes: changes.some(({ set }) => "remindAt" in set || set.completed || set.deleted)
      ? [todoExtras.reminders]
      : [],
    apply: (overview) => withTodos(overview, (todos) => todos.map((todo) => patched(todo, setById.get(todo.id), now))),
    send: async (transport) => {
      const reply = await call(transport, todoExtras.change, { changes: [...changes] });
      if (reply.missing.length > 0) reportMissing(reply.missing);
      return (overview) => withTodos(overview, (todos) => replaced(todos, reply));
    },
  };
}

function patched(todo: TodoRecord, set: TodoPatch | undefined, now: string): TodoRecord {
  if (set === undefined) return todo;
  const named = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
  // Completed or deleted to-dos have no reminder.
  const quiet = set.completed || set.deleted ? { remindAt: null } : {};
  const next: TodoRecord = { ...todo, ...quiet, ...named, updatedAt: now };
  return { ...next, completedAt: next.completed ? (todo.completedAt ?? now) : null };
}

function replaced(todos: readonly TodoRecord[], reply: Output<typeof todoExtras.change>) {
  const byId = new Map(reply.todos.map((todo) => [todo.id, todo]));
  const gone = new Set([...reply.missing, ...reply.removed, ...reply.added.map(({ id }) => id)]);
  return [...reply.added, ...todos.filter(({ id }) => !gone.has(id)).map((todo) => byId.get(todo.id) ?? todo)];
}

/** As the server would move it, but in the user's time zone. */
function followingReminder({ dueDate, remindAt }: TodoRecord, set: Pick<TodoPatch, "dueDate">): TodoPatch {
  if (remindAt === null || set.dueDate === undefined) return {};
  const clock = { now: new Date().toISOString(), timeZone };
  const moved = movedReminder({ from: dueDate, to: set.dueDate, remindAt }, clock);
  return moved === remindAt ? {} : { remindAt: moved };
}

/** The change that restores the current values of the fields in `set`, and of those that change with them. */
function inverse(todo: TodoRecord, set: TodoPatch): TodoChange {
  const quieted = (set.completed || set.deleted) && todo.remindAt !== null ? { remindAt: null } : {};
  const before = Object.keys({ ...set, ...quieted }).map((name) => [name, todo[name as keyof TodoPatch]]);
  return { id: todo.id, set: Object.fromEntries(before) as TodoPatch };
}

const idsOf = (todos: readonly TodoRecord[]) => todos.map(({ id }) => id);

function folderMutation(todos: readonly TodoRecord[], folderId: number): TodoMutation {
  const ids = new Set(idsOf(todos));
  const input = { selectedTodoIds: [...ids], folderId };
  return {
    apply: (overview) =>
      withTodos(overview, (known) => known.map((todo) => (ids.has(todo.id) ? { ...todo, folder: folderId } : todo))),
    send: (transport) => sendBulk(transport, spec.setFolder, input),
  };
}

function labelMutation(todos: readonly TodoRecord[], labelId: number, isAdding: boolean): TodoMutation {
  const ids = new Set(idsOf(todos));
  const toggled = (labels: readonly number[]) => {
    const others = labels.filter((id) => id !== labelId);
    return isAdding ? [...others, labelId] : others;
  };
  return {
    apply: (overview) =>
      withTodos(overview, (known) =>
        known.map((todo) => (ids.has(todo.id) ? { ...todo, labels: toggled(todo.labels) } : todo)),
      ),
    // The call toggles what it finds, which may have been changed elsewhere, or by an unanswered attempt.
    send: async (transport) => {
      const { todos: known } = await call(transport, todoExtras.overview, {});
      const others = known.filter((todo) => ids.has(todo.id) && todo.labels.includes(labelId) !== isAdding);
      if (others.length === 0) return undefined;
      return sendBulk(transport, spec.toggleLabel, { selectedTodoIds: idsOf(others), labelId });
    },
  };
}

function deleteMutation(ids: readonly string[]): TodoMutation {
  return {
    apply: (overview) => withTodos(overview, (todos) => todos.filter(({ id }) => !ids.includes(id))),
    send: (transport) => sendBulk(transport, spec.deleteForEver, { selectedTodoIds: [...ids] }),
  };
}

async function sendBulk<Op extends typeof spec.setFolder | typeof spec.toggleLabel | typeof spec.deleteForEver>(
  transport: Transport,
  operation: Op,
  input: Parameters<typeof call<Op>>[2],
): Promise<undefined> {
  await call(transport, operation, input);
  return undefined;
}

function addMutation(id: string, added: NewTodo): TodoMutation {
  const { set, newLabels, newFolder } = added;
  const now = new Date().toISOString();
  const todo = patched(emptyTodo(id, set.title, now), set, now);
  const placed = (next: TodoRecord) => (overview: Overview) =>
    withTodos(overview, (todos) => [next, ...todos.filter((known) => known.id !== id)]);
  return {
    saved: { kind: "add", id, added },
    refreshes: todo.remindAt === null ? [] : [todoExtras.reminders],
    apply: placed(todo),
    send: async (transport) => {
      const labels: Label[] = [];
      for (const label of newLabels) labels.push(await labelNamed(transport, label));
      const folder = newFolder === null ? null : await folderNamed(transport, { title: newFolder });
      const made = {
        labels: [...(set.labels ?? []), ...labels.map((label) => label.id)],
        ...(folder ? { folder: folder.id } : {}),
      };
      const todoMade = await call(transport, todoExtras.add, { id, set: { ...set, ...made } });
      return (overview) => ({
        ...placed(todoMade)(overview),
        labels: withRows(overview.labels, labels),
        folders: withRows(overview.folders, folder ? [folder] : []),
      });
    },
  };
}
