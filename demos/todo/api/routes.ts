import { isTimeZone } from "#base/days.ts";
import type { Ctx } from "#api/context.ts";
import { notifyingCaller } from "#api/live/record.ts";
import { type Feature, serve } from "#api/serve.ts";
import {
  type FilterHandle,
  filterHandles,
  type PostedTodo,
  todoExtras,
  todoMenu,
  todos,
} from "#demos/todo/contract.ts";
import type { View } from "#demos/todo/rules.ts";
import * as lists from "#demos/todo/api/service/lists.ts";
import { todoRecords } from "#demos/todo/api/service/personalRecords.ts";
import { todoJobs } from "#demos/todo/api/jobs.ts";
import { readReminders } from "#demos/todo/api/service/reminders.ts";
import * as service from "#demos/todo/api/service/todos.ts";

/** Notifies the caller’s other pages, as nobody else sees their to-dos. */
const notifying = <Input, Answer>(change: (ctx: Ctx, input: Input) => Promise<Answer>) =>
  notifyingCaller("todos", change);

export const todoFeature: Feature = {
  routes: [
    ...serve(todos, {
      list: (ctx, input) => service.listTodos(ctx, { view: viewOf(input), timeZone: knownTimeZone(input.timeZone) }),
      update: notifying((ctx, { todo, version, ...bare }) =>
        service.updateTodo(ctx, { ...withId(todo ?? bare), version }),
      ),
      create: notifying((ctx, { newTodo, todo, ...bare }) => service.createTodo(ctx, newTodo ?? todo ?? bare)),
      remove: notifying(async (ctx, { text }) => {
        const id = idIn(text);
        return storableId.test(id) ? service.markDeleted(ctx, id) : { body: id, version: null };
      }),
      listFilters: async () => filters,
      listLabels: async (ctx) => (await lists.readLists(ctx)).labels,
      listFolders: async (ctx) => (await lists.readLists(ctx)).folders,
      setFolder: notifying(service.setFolder),
      toggleLabel: notifying(service.toggleLabel),
      deleteForEver: notifying(service.deleteForEver),
    }),
    ...serve(todoExtras, {
      overview: service.readOverview,
      add: notifying(service.addTodo),
      change: notifying(service.changeTodos),
      reminders: readReminders,
      addFolder: notifying(lists.addFolder),
      changeFolder: notifying(lists.changeFolder),
      removeFolder: notifying(lists.removeFolder),
      addLabel: notifying(lists.addLabel),
      changeLabel: notifying(lists.changeLabel),
      removeLabel: notifying(lists.removeLabel),
    }),
  ],
  menu: [todoMenu],
  personal: [todoRecords],
  jobs: todoJobs,
};

const filterTitles: { readonly [Handle in FilterHandle]: { title: string; icon: string } } = {
  starred: { title: "Starred", icon: "star" },
  important: { title: "Important", icon: "error" },
  dueDate: { title: "Has a due date", icon: "schedule" },
  today: { title: "Today", icon: "today" },
  completed: { title: "Completed", icon: "check" },
  deleted: { title: "Deleted", icon: "delete" },
};
const filters = filterHandles.map((handle, id) => ({ id, handle, ...filterTitles[handle] }));

type Handles = {
  labelHandle?: string | undefined;
  filterHandle?: string | undefined;
  folderHandle?: string | undefined;
};

/** The label goes before the filter and the filter before the folder (spec 001 §7). */
function viewOf({ labelHandle, filterHandle, folderHandle }: Handles): View {
  if (labelHandle !== undefined) return { kind: "label", handle: labelHandle };
  if (filterHandle !== undefined) return { kind: "filter", handle: filterHandle };
  return { kind: "folder", handle: folderHandle ?? "all" }; // spec 001 §9
}

const knownTimeZone = (name: string | undefined) => (name !== undefined && isTimeZone(name) ? name : "UTC");

function withId({ id, ...posted }: PostedTodo) {
  if (id === undefined) throw new Error("the contract let a to-do without an id pass");
  return { ...posted, id };
}

// PostgreSQL keeps no null character, and no to-do has an id of other shapes (contract).
const storableId = /^[^\u0000-\u001f\u007f]{1,64}$/u;

/**
 * The original posts the bare id, as a form that is none (wire-facts); others may send JSON: a string, a number,
 * or an object with `id` or `todoId`; or a form with a field of one of these names.
 */
function idIn(text: string): string {
  const trimmed = text.trim();
  const field = /^(?:id|todoId)=([^&]*)/.exec(trimmed)?.[1];
  if (field !== undefined) return decodeForm(field);
  // A bare `12345e67` is an id of the original's kind; as JSON it would be a number of 72 digits.
  if (!/^["{]/.test(trimmed)) return trimmed;
  const { id, todoId = id } = objectIn(trimmed);
  return typeof todoId === "string" || typeof todoId === "number" ? String(todoId) : trimmed;
}

function objectIn(text: string): { id?: unknown; todoId?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "string" ? { id: body } : (body as object);
  } catch {
    return {};
  }
}

function decodeForm(field: string): string {
  try {
    return decodeURIComponent(field.replaceAll("+", " "));
  } catch {
    return field;
  }
}
