import { type Day, dayIn } from "#base/days.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Instant } from "#base/time.ts";
import {
  type FilterHandle,
  filterHandles,
  firstLabels,
  type Folder,
  type Label,
  type Todo,
  type TodoRecord,
} from "#demos/todo/contract.ts";

/** The user's place and time: `today` is in their time zone. */
export type Clock = { readonly now: Instant; readonly timeZone: string; readonly today: Day };

export const clockAt = (now: Instant, timeZone: string): Clock => ({ now, timeZone, today: dayIn(now, timeZone) });

/** A folder, a filter or a label by its handle, as in the URL of the screen. */
export type View = { readonly kind: "folder" | "filter" | "label"; readonly handle: string };

/** Those of the initial labels and three more, all distinct in both colour schemes. Labels also have names. */
export const labelColors: readonly string[] = [
  ...firstLabels.map(({ color }) => color),
  "#2b8a9e",
  "#c2255c",
  "#5f6b7a",
];

/** The icon of a folder for which none is chosen. */
export const folderIcon = "folder";
/** The icon that was chosen for a folder, by its name in the catalogue, or null. */
export const chosenIconOf = ({ icon }: Pick<Folder, "icon">): string | null => (icon === folderIcon ? null : icon);

type Lists = { readonly folders: readonly Folder[]; readonly labels: readonly Label[] };
/** The fields that determine in which views a to-do is; the spec's shape and ours both have them. */
type ViewFields = Pick<Todo, Exclude<keyof Todo, "folder" | "notes" | "title">> & {
  readonly folder?: number | null | undefined;
};

/** A folder or label of which only the title is known, while it is being created. */
export const emptyTodo = (id: string, title: string, now: Instant): TodoRecord => ({
  id,
  title,
  notes: "",
  startDate: null,
  dueDate: null,
  labels: [],
  subtasks: [],
  folder: null,
  completed: false,
  starred: false,
  important: false,
  deleted: false,
  remindAt: null,
  repeat: null,
  completedAt: null,
  createdAt: now,
  updatedAt: now,
  version: 1,
});

/** The day of a start or due date: the date itself, or the day of the instant in this time zone. */
export const momentDay = (moment: string, timeZone: string): Day =>
  moment.length === 10 ? moment : dayIn(moment, timeZone);

const flags: { readonly [Handle in FilterHandle]: (todo: ViewFields, clock: Clock) => boolean } = {
  starred: (todo) => todo.starred,
  important: (todo) => todo.important,
  completed: (todo) => todo.completed,
  deleted: (todo) => todo.deleted,
  // Not flags of a to-do, though the spec calls them so: derived (demo-apps D-21).
  dueDate: (todo) => todo.dueDate !== null,
  today: (todo, clock) => isForToday(todo, clock),
};

function isForToday({ startDate, dueDate }: ViewFields, { today, timeZone }: Clock): boolean {
  if (dueDate === null) return false;
  const due = momentDay(dueDate, timeZone);
  return due === today || (startDate !== null && momentDay(startDate, timeZone) <= today && today <= due);
}

/**
 * Whether a view shows a to-do (spec 001 §7). An unknown handle shows nothing.
 * Only the filter `deleted` shows deleted ones; completed ones are shown like the rest.
 */
export function isInView(todo: ViewFields, view: View, lists: Lists, clock: Clock): boolean {
  if (view.kind === "filter") {
    const handle = filterHandles.find((known) => known === view.handle);
    return handle !== undefined && flags[handle](todo, clock) && (!todo.deleted || handle === "deleted");
  }
  if (todo.deleted) return false;
  if (view.kind === "label")
    return lists.labels.some(({ id, handle }) => handle === view.handle && todo.labels.includes(id));
  return view.handle === "all" || lists.folders.some(({ id, handle }) => handle === view.handle && todo.folder === id);
}

/** A view's to-dos in order: that of the list, or for the two derived filters open ones first, by due date (D-21). */
export function todosInView<T extends ViewFields>(todos: readonly T[], view: View, lists: Lists, clock: Clock): T[] {
  const shown = todos.filter((todo) => isInView(todo, view, lists, clock));
  if (view.kind !== "filter" || (view.handle !== "dueDate" && view.handle !== "today")) return shown;
  const keyed = shown.map((todo) => ({ todo, key: momentKey(todo.dueDate ?? "", clock.timeZone) }));
  keyed.sort((a, b) => Number(a.todo.completed) - Number(b.todo.completed) || compareText(a.key, b.key));
  return keyed.map(({ todo }) => todo);
}

/** Sorts as text by day and then by time, a whole day before its times. */
export const momentKey = (moment: string, timeZone: string): string =>
  moment.length > 10 ? `${dayIn(moment, timeZone)} ${moment}` : moment;

export const compareText = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Nine o'clock, for "in the morning" without a time. */
export const morningMinute = 9 * 60;

/** In the user's time zone. A whole day starts with its first minute and ends with its last. */
export const startsAfterDue = (start: string, due: string, timeZone: string): boolean =>
  start.length > 10 && due.length > 10 ? start > due : momentDay(start, timeZone) > momentDay(due, timeZone);

/** The part of a URL for this title; letters of every script are kept, as browsers display them. */
export function handleFor(title: string, taken: readonly string[]): string {
  const base =
    title
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join("-") ?? "list";
  const numbered = (n: number) => (n === 1 ? base : `${base}-${n}`);
  let n = 1;
  while (taken.includes(numbered(n))) n += 1;
  return numbered(n);
}

/** The folder or label that a word of the quick add refers to: `ramadan-1448` finds "Ramadan 1448". */
export const findByWord = <T extends { readonly handle: string; readonly title: string }>(
  word: string,
  rows: readonly T[],
) => rows.find((row) => searchKey(row.title) === searchKey(word) || searchKey(row.handle) === searchKey(word));
