import { useMemo } from "react";
import { searchKey } from "#base/searchKey.ts";
import { filterHandles, type Label, type TodoRecord } from "#demos/todo/contract.ts";
import { type Clock, compareText, isInView, momentDay, momentKey, type View } from "#demos/todo/rules.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";

/** The groups of the list, in order. */
export const groups = ["overdue", "today", "later", "none", "done", "deleted"] as const;
export type Group = (typeof groups)[number];

export const sorts = ["dueDate", "startDate", "title"] as const;
/** The display options of the list, which a user chooses once for all views. */
export type DisplayOptions = {
  readonly by: (typeof sorts)[number];
  readonly direction: "asc" | "desc";
  readonly hidesDone: boolean;
};
export const initialDisplay: DisplayOptions = { by: "dueDate", direction: "asc", hidesDone: false };

export type ShownGroup = { readonly group: Group; readonly todos: readonly TodoRecord[] };

type Options = {
  readonly view: View;
  readonly search: string;
  readonly display: DisplayOptions;
  readonly clock: Clock;
};

/** The to-dos that the list shows in a view, in groups. */
export function useShownTodos(overview: Overview, { view, search, display, clock }: Options): readonly ShownGroup[] {
  const ofView = useMemo(
    () => overview.todos.filter((todo) => isInView(todo, view, overview, clock)),
    [overview, view, clock],
  );
  const { labels } = overview;
  return useMemo(() => {
    const messages = searchKey(search).split(" ").filter(Boolean);
    return arrange(
      ofView.filter((todo) => matchesSearch(todo, messages, labels)),
      display,
      clock,
    );
  }, [ofView, search, labels, display, clock]);
}

export function arrange(todos: readonly TodoRecord[], display: DisplayOptions, clock: Clock): readonly ShownGroup[] {
  const placed = todos.map((todo) => ({ todo, group: groupOf(todo, clock), key: sortKey(todo, display, clock) }));
  return groups
    .filter((group) => !(display.hidesDone && group === "done"))
    .map((group) => ({
      group,
      todos: ordered(
        placed.filter((one) => one.group === group),
        display,
      ),
    }))
    .filter((shown) => shown.todos.length > 0);
}

/** The group of a to-do. Something due earlier today is still in today. */
function groupOf(todo: TodoRecord, { today, timeZone }: Clock): Group {
  if (todo.deleted) return "deleted";
  if (todo.completed) return "done";
  if (todo.dueDate === null) return "none";
  const due = momentDay(todo.dueDate, timeZone);
  if (due === today) return "today";
  return due < today ? "overdue" : "later";
}

type SortableTodo = { readonly todo: TodoRecord; readonly key: string | null };

/**
 * The key to compare a to-do by; `null` without such a date. Completed ones are compared by their time of completion.
 */
function sortKey(todo: TodoRecord, { by }: DisplayOptions, { timeZone }: Clock): string | null {
  if (todo.completed) return todo.completedAt;
  if (by === "title") return todo.title;
  const moment = todo[by];
  return moment === null ? null : momentKey(moment, timeZone);
}

/** Within a group. To-dos without a key are last in both directions; completed ones start with the latest. */
function ordered(placed: readonly SortableTodo[], { by, direction }: DisplayOptions): TodoRecord[] {
  const compare = by === "title" ? titles.compare : compareText;
  const sign = direction === "asc" ? 1 : -1;
  const sorted = placed.toSorted((a, b) => {
    if (a.todo.completed && b.todo.completed) return compareText(b.key ?? "", a.key ?? "");
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    return sign * compare(a.key, b.key);
  });
  return sorted.map(({ todo }) => todo);
}

/** "Shop 9" before "shop 10". */
const titles = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const searchTexts = new WeakMap<TodoRecord, string>();

/** Normalized once, because every keystroke needs all of them. */
function searchText(todo: TodoRecord): string {
  const known = searchTexts.get(todo);
  if (known !== undefined) return known;
  const text = searchKey([todo.title, todo.notes, ...todo.subtasks.map(({ title }) => title)].join(" "));
  searchTexts.set(todo, text);
  return text;
}

/** All words of the search occur in the title, the notes, a subtask or a label. */
function matchesSearch(todo: TodoRecord, messages: readonly string[], labels: readonly Label[]): boolean {
  if (messages.length === 0) return true;
  const own = labels.filter(({ id }) => todo.labels.includes(id)).map(({ title }) => searchKey(title));
  return messages.every((word) => searchText(todo).includes(word) || own.some((title) => title.includes(word)));
}

/** How many to-dos each view shows: by `folder/all`, `filter/today`, `label/issue`. */
export function useCounts({ todos, folders, labels }: Overview, clock: Clock): Readonly<Record<string, number>> {
  return useMemo(() => {
    const lists = { folders, labels };
    const count = (matches: (todo: TodoRecord) => boolean) => todos.filter(matches).length;
    const filters = filterHandles.map((handle): [string, number] => {
      const view: View = { kind: "filter", handle };
      return [`filter/${handle}`, count((todo) => isInView(todo, view, lists, clock))];
    });
    const kept = todos.filter(({ deleted }) => !deleted);
    return Object.fromEntries([
      ...filters,
      ...folders.map(({ id, handle }): [string, number] => [
        `folder/${handle}`,
        id === 0 ? kept.length : kept.filter(({ folder }) => folder === id).length,
      ]),
      ...labels.map(({ id, handle }): [string, number] => [
        `label/${handle}`,
        kept.filter((todo) => todo.labels.includes(id)).length,
      ]),
    ]);
  }, [todos, folders, labels, clock]);
}
