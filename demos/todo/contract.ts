import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { refusals } from "#base/refusal.ts";
import { chosenIcon } from "#demos/icons/contract.ts";
import { Reminder } from "#demos/todo/contract/reminder.ts";
import { Repeat } from "#demos/todo/contract/repeat.ts";

/** Per user. The screen holds all of them at once, so that views, counts and searches need no call. */
export const todosMax = 5000;
/** The timeout of operations on many to-dos. */
const manyMs = 15_000;
export const foldersMax = 100;
export const labelsMax = 100;
export const titleMax = 500;
export const notesMax = 20_000;
export const subtasksMax = 50;

/** Spec 001 §3: a filter is not stored, it is a view of the to-dos. */
export const filterHandles = ["starred", "important", "dueDate", "today", "completed", "deleted"] as const;
export type FilterHandle = (typeof filterHandles)[number];

/** The handle of the folder that every user has; its id is 0 (wire-facts, enumerations). It contains every to-do. */
export const allFolder = { id: 0, handle: "all", title: "All", icon: "view_headline" };

/** Every user's initial labels, with the numbers and handles of the original (wire-facts, enumerations). */
export const firstLabels = [
  { id: 1, handle: "frontend", title: "Frontend", color: "#0f7a5c" },
  { id: 2, handle: "backend", title: "Backend", color: "#1c5fa8" },
  { id: 3, handle: "api", title: "API", color: "#b4690e" },
  { id: 4, handle: "issue", title: "Issue", color: "#c92a2a" },
  { id: 5, handle: "mobile", title: "Mobile", color: "#8a4fbf" },
] as const;

const calendarDay = /^[12]\d{3}-\d{2}-\d{2}$/;

const hour = z.iso.datetime({ offset: true }).check(z.refine(isStorableInstant, { error: "instant" }));

/**
 * When something starts or is due: a day (`2026-11-24`, the same day everywhere), or, if it has a time, an instant
 * (`2026-11-24T07:00:00.000Z`).
 */
const moment = z.pipe(
  z.union([z.iso.date().check(z.regex(calendarDay)), hour, z.literal("")]),
  z.pipe(z.transform(normalMoment), z.nullable(z.string())),
);

// PostgreSQL has no year 0, and no user plans for the year 3000.
function isStorableInstant(text: string) {
  const ms = Date.parse(text);
  return Number.isFinite(ms) && calendarDay.test(new Date(ms).toISOString().slice(0, 10));
}

function normalMoment(text: string): string | null {
  if (text === "" || calendarDay.test(text)) return text || null;
  return normalInstant(text);
}

function normalInstant(text: string): string {
  return new Date(text).toISOString();
}

/** The ids of to-dos are strings created by the client. Clients that use numbers may send those. */
const todoId = z.pipe(
  z.union([z.string().check(z.regex(/^[^\u0000-\u001f\u007f]{1,64}$/u)), z.int()]),
  z.pipe(z.transform(String), z.string()),
);

/** Folders and labels have numbers. Any other value is an id that does not exist, not an error (demo-apps D-2). */
const numberId = z.pipe(
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
  z.pipe(
    z.transform((value: string | number | boolean | null) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : -1)),
    z.int(),
  ),
);

const todoFields = {
  title: fields.text({ max: titleMax }),
  notes: fields.text({ max: notesMax, multiline: true }),
  startDate: z.nullable(moment),
  dueDate: z.nullable(moment),
  completed: z.boolean(),
  starred: z.boolean(),
  important: z.boolean(),
  deleted: z.boolean(),
  /** Ids of labels. Those that the user does not have are dropped. */
  labels: z.array(numberId).check(z.maxLength(labelsMax)),
};

/** Spec 001 §3, without further keys. `folder` is absent until the to-do is moved into one. */
export const Todo = z.object({
  id: z.string(),
  title: z.string(),
  notes: z.string(),
  startDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  completed: z.boolean(),
  starred: z.boolean(),
  important: z.boolean(),
  deleted: z.boolean(),
  labels: z.array(z.int()),
  folder: z.optional(z.int()),
});
export type Todo = z.output<typeof Todo>;

/** A to-do as a client posts it: omitted fields keep their values, or are empty in a new one. */
const PostedTodo = z.object({
  id: z.optional(todoId),
  ...z.partial(z.object(todoFields)).shape,
  folder: z.optional(z.nullable(numberId)),
});
export type PostedTodo = z.output<typeof PostedTodo>;

export const Folder = z.object({ id: z.int(), handle: z.string(), title: z.string(), icon: z.string() });
export type Folder = z.output<typeof Folder>;

/** `color` is `#rrggbb`. */
export const Label = z.object({ id: z.int(), handle: z.string(), title: z.string(), color: z.string() });
export type Label = z.output<typeof Label>;

export const Subtask = z.strictObject({
  id: todoId,
  title: fields.text({ min: 1, max: 200 }),
  completed: z.boolean(),
});
export type Subtask = z.output<typeof Subtask>;
const subtasks = z.array(Subtask).check(z.maxLength(subtasksMax));

/** A to-do with fields for which the spec has no key (demo-apps A2.2). */
export const TodoRecord = z.object({
  ...Todo.shape,
  /** `null` and 0 both mean no folder other than `all`. */
  folder: z.nullable(z.int()),
  subtasks,
  /** Still set after it has rung, until it is answered. Completing or deleting the to-do removes it. */
  remindAt: z.nullable(fields.instant()),
  repeat: z.nullable(Repeat),
  completedAt: z.nullable(fields.instant()),
  createdAt: fields.instant(),
  updatedAt: fields.instant(),
  version: fields.version(),
});
export type TodoRecord = z.output<typeof TodoRecord>;

const folderId = z.int().check(z.minimum(0), z.maximum(999_999_999));

/** The editable fields of a to-do. Only those that are sent change. */
const TodoPatch = z.strictObject({
  ...z.partial(z.object(todoFields)).shape,
  title: z.optional(fields.text({ min: 1, max: titleMax })),
  folder: z.optional(z.nullable(folderId)),
  subtasks: z.optional(subtasks),
  /** If omitted, it moves with the due date. A past reminder rings at once. */
  remindAt: z.optional(z.nullable(z.pipe(hour, z.pipe(z.transform(normalInstant), z.string())))),
  repeat: z.optional(z.nullable(Repeat)),
});
export type TodoPatch = z.output<typeof TodoPatch>;

export const TodoChange = z.strictObject({
  id: todoId,
  set: TodoPatch,
  /** Refuses with `version_conflict` if the to-do no longer has this version. Without it the last writer wins. */
  version: z.optional(fields.version()),
});
export type TodoChange = z.output<typeof TodoChange>;

export const labelTitle = fields.text({ min: 1, max: 40 });
export const folderTitle = fields.text({ min: 1, max: 60 });
const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: "color" }));

export const todoRefusals = refusals({
  todo_limit: { status: 409, message: "You’ve reached the limit of {limit} to-dos. Permanently delete some first." },
  folder_limit: { status: 409, message: "You’ve reached the limit of {limit} folders." },
  label_limit: { status: 409, message: "You’ve reached the limit of {limit} labels." },
  title_taken: { status: 409, message: "You already have “{title}”." },
  start_after_due: { status: 422, message: "The start date can’t be after the due date." },
  folder_fixed: { status: 409, message: "“All to-dos” can’t be edited." },
});

const session = { permission: "session" } as const;
const nothing = { output: z.void(), reply: "empty" } as const;
const ofMany = { ...session, ...nothing, method: "POST", timeoutMs: manyMs } as const;
const selected = { selectedTodoIds: z.array(todoId).check(z.maxLength(todosMax)) };

/**
 * The calls of spec 001 §7, with its keys and no others; versions are sent in headers (docs/decisions/0040). Unknown
 * keys are ignored, because the original also sends route parameters.
 */
export const todos = {
  list: operation({
    ...session,
    method: "GET",
    path: "/api/todo-app/todos",
    reads: [{ resource: "todos" }],
    summary: "List to-dos of a label, else of a filter, else of a folder (default: all)",
    input: z.object({
      labelHandle: z.optional(z.string()),
      filterHandle: z.optional(z.string()),
      folderHandle: z.optional(z.string()),
      /** IANA name such as `Asia/Riyadh`, for the filter `today`. UTC when absent or unknown. */
      timeZone: z.optional(z.string()),
    }),
    output: z.array(Todo),
  }),
  update: operation({
    ...session,
    method: "POST",
    path: "/api/todo-app/update-todo",
    summary:
      "Update a to-do, sent bare or as `todo`; an unknown one is returned with `X-Record-Missing: 1` and not stored",
    versioned: "ifSent",
    reply: "record",
    input: z
      .object({ ...PostedTodo.shape, todo: z.optional(PostedTodo), version: z.optional(fields.version()) })
      .check(z.refine(hasId, { path: ["id"] })),
    output: Todo,
    refusals: [todoRefusals.start_after_due, todoRefusals.todo_limit],
  }),
  create: operation({
    ...session,
    method: "POST",
    path: "/api/todo-app/new-todo",
    summary: "Create a to-do at the top, sent bare or as `newTodo` or `todo` (idempotent: the client supplies the ID)",
    input: z.object({ ...PostedTodo.shape, newTodo: z.optional(PostedTodo), todo: z.optional(PostedTodo) }),
    reply: "record",
    output: Todo,
    refusals: [todoRefusals.start_after_due, todoRefusals.todo_limit],
  }),
  remove: operation({
    ...session,
    method: "POST",
    path: "/api/todo-app/remove-todo",
    summary: "Mark a to-do as deleted; sent as the bare ID or in a JSON object",
    body: "text",
    reply: "record",
    input: z.object({ text: z.string() }),
    output: z.string(),
  }),
  listFilters: operation({
    ...session,
    method: "GET",
    path: "/api/todo-app/filters",
    summary: "List the filters",
    input: z.object({}),
    output: z.array(Folder),
  }),
  listLabels: operation({
    ...session,
    method: "GET",
    path: "/api/todo-app/labels",
    reads: [{ resource: "todos" }],
    summary: "List your labels",
    input: z.object({}),
    output: z.array(Label),
  }),
  listFolders: operation({
    ...session,
    method: "GET",
    path: "/api/todo-app/folders",
    reads: [{ resource: "todos" }],
    summary: "List your folders",
    input: z.object({}),
    output: z.array(Folder),
  }),
  setFolder: operation({
    ...ofMany,
    path: "/api/todo-app/set-folder",
    summary: "Move to-dos to a folder",
    input: z.object({ ...selected, folderId: numberId }),
  }),
  toggleLabel: operation({
    ...ofMany,
    path: "/api/todo-app/toggle-label",
    summary: "Toggle a label on to-dos: added where missing, removed where present",
    input: z.object({ ...selected, labelId: numberId }),
  }),
  deleteForEver: operation({
    ...ofMany,
    path: "/api/todo-app/delete-todos",
    summary: "Permanently delete to-dos",
    input: z.object(selected),
  }),
};

/** What the spec's calls can't do: one read for the whole screen, patches, own folders and labels (demo-apps A2.2). */
export const todoExtras = {
  overview: operation({
    ...session,
    method: "GET",
    path: "/api/todo-app/x/overview",
    reads: [{ resource: "todos" }],
    summary: "List all your to-dos, newest first, with folders and labels",
    input: z.object({}),
    output: z.object({ todos: z.array(TodoRecord), folders: z.array(Folder), labels: z.array(Label) }),
  }),
  add: operation({
    ...session,
    method: "POST",
    path: "/api/todo-app/x/todos",
    summary: "Create a to-do at the top (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: todoId, set: TodoPatch }),
    output: TodoRecord,
    refusals: [todoRefusals.start_after_due, todoRefusals.todo_limit],
  }),
  change: operation({
    ...session,
    method: "PATCH",
    path: "/api/todo-app/x/todos",
    timeoutMs: manyMs,
    summary: "Update many to-dos at once, all or nothing; `missing` lists those that no longer exist",
    input: z.strictObject({ changes: z.array(TodoChange).check(z.minLength(1), z.maxLength(todosMax)) }),
    output: z.object({
      todos: z.array(TodoRecord),
      missing: z.array(z.string()),
      /** The followers of repeating to-dos that this completed, and the ids of those that this removed. */
      added: z.array(TodoRecord),
      removed: z.array(z.string()),
    }),
    refusals: [todoRefusals.start_after_due, todoRefusals.todo_limit],
  }),
  reminders: operation({
    ...session,
    method: "GET",
    path: "/api/todo-app/x/reminders",
    reads: [{ resource: "todos" }],
    summary: "List your due reminders and the time of the next one",
    input: z.object({}),
    output: z.object({ ringing: z.array(Reminder), nextAt: z.nullable(fields.instant()) }),
  }),
  addFolder: operation({
    ...session,
    method: "POST",
    path: "/api/todo-app/x/folders",
    summary: "Create a folder, with an icon of the catalogue (default: folder)",
    input: z.strictObject({ title: folderTitle, icon: z.optional(chosenIcon) }),
    output: Folder,
    refusals: [todoRefusals.folder_limit, todoRefusals.title_taken],
  }),
  changeFolder: operation({
    ...session,
    method: "PATCH",
    path: "/api/todo-app/x/folders/{id}",
    summary: "Rename a folder or change its icon; its handle doesn’t change, so links keep working",
    input: z.strictObject({ id: folderId, title: folderTitle, icon: z.optional(chosenIcon) }),
    output: Folder,
    refusals: [todoRefusals.folder_fixed, todoRefusals.title_taken],
  }),
  removeFolder: operation({
    ...session,
    ...nothing,
    method: "DELETE",
    path: "/api/todo-app/x/folders/{id}",
    summary: "Delete a folder; its to-dos are kept without a folder",
    input: z.strictObject({ id: folderId }),
    refusals: [todoRefusals.folder_fixed],
  }),
  addLabel: operation({
    ...session,
    method: "POST",
    path: "/api/todo-app/x/labels",
    summary: "Create a label",
    input: z.strictObject({ title: labelTitle, color }),
    output: Label,
    refusals: [todoRefusals.label_limit, todoRefusals.title_taken],
  }),
  changeLabel: operation({
    ...session,
    method: "PATCH",
    path: "/api/todo-app/x/labels/{id}",
    summary: "Rename or recolour a label; its handle doesn’t change, so links keep working",
    input: z.strictObject({ id: folderId, title: labelTitle, color }),
    output: Label,
    refusals: [todoRefusals.title_taken],
  }),
  removeLabel: operation({
    ...session,
    ...nothing,
    method: "DELETE",
    path: "/api/todo-app/x/labels/{id}",
    summary: "Permanently delete a label and remove it from all to-dos",
    input: z.strictObject({ id: folderId }),
  }),
};

export const todoMenu: MenuSection = {
  id: 90,
  title: "Apps",
  icon: "apps",
  // A prefix of all its views, so that the menu highlights it on each; it redirects to the folder of all to-dos.
  link: "/apps/todo",
  entries: [{ id: 901, title: "To-do", link: "/apps/todo", needs: todos.list }],
};

function hasId(posted: PostedTodo & { todo?: PostedTodo | undefined }) {
  return (posted.todo ?? posted).id !== undefined;
}
