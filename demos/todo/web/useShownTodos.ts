import { useMemo } from "react";
import { dayIn } from "#base/days.ts";
import { searchKey } from "#base/searchKey.ts";
import { filterHandles, type Label, type TodoRecord } from "#demos/todo/contract.ts";
import { type Clock, compareMoments, compareText, isInView, momentDay, type View } from "#demos/todo/rules.ts";
import type { Overview } from "#demos/todo/web/useTodos.ts";

/** The parts of the list, in its order. */
export const groups = ["overdue", "today", "later", "none", "done", "deleted"] as const;
export type Group = (typeof groups)[number];

export const sorts = ["dueDate", "startDate", "title"] as const;
/** How the list looks, which a person chooses once for all views. */
export type Look = {
  readonly by: (typeof sorts)[number];
  readonly direction: "asc" | "desc";
  readonly hidesDone: boolean;
};
export const firstLook: Look = { by: "dueDate", direction: "asc", hidesDone: false };

export type ShownGroup = { readonly group: Group; readonly todos: readonly TodoRecord[] };

type Asked = { readonly view: View; readonly search: string; readonly look: Look; readonly clock: Clock };

/** What the list shows of a view, in groups. */
export function useShownTodos(overview: Overview, { view, search, look, clock }: Asked): readonly ShownGroup[] {
  const ofView = useMemo(
    () => overview.todos.filter((todo) => isInView(todo, view, overview, clock)),
    [overview, view, clock],
  );
  return useMemo(
    () =>
      arrange(
        ofView.filter((todo) => matchesSearch(todo, search, overview.labels)),
        look,
        clock,
      ),
    [ofView, search, overview.labels, look, clock],
  );
}

export function arrange(todos: readonly TodoRecord[], look: Look, clock: Clock): readonly ShownGroup[] {
  const ordered = todos.toSorted((a, b) => compareTodos(a, b, look, clock.timeZone));
  return groups
    .filter((group) => !(look.hidesDone && group === "done"))
    .map((group) => ({ group, todos: ordered.filter((todo) => groupOf(todo, clock) === group) }))
    .filter((shown) => shown.todos.length > 0);
}

/** Where a to-do stands in the list. Something due earlier today is still today's. */
function groupOf(todo: TodoRecord, { now, timeZone }: Clock): Group {
  if (todo.deleted) return "deleted";
  if (todo.completed) return "done";
  if (todo.dueDate === null) return "none";
  const today = dayIn(now, timeZone);
  const due = momentDay(todo.dueDate, timeZone);
  if (due === today) return "today";
  return due < today ? "overdue" : "later";
}

/** Within a group. What has no such date stays last in both directions; what is done, the latest first. */
function compareTodos(a: TodoRecord, b: TodoRecord, { by, direction }: Look, timeZone: string): number {
  if (a.completed && b.completed) return compareText(b.completedAt ?? "", a.completedAt ?? "");
  const sign = direction === "asc" ? 1 : -1;
  if (by === "title") return sign * a.title.localeCompare(b.title, undefined, { numeric: true, sensitivity: "base" });
  const order = compareMoments(a[by], b[by], timeZone);
  return a[by] === null || b[by] === null ? order : sign * order;
}

/** All words of the search occur in the title, the notes, a subtask or a label. */
function matchesSearch(todo: TodoRecord, search: string, labels: readonly Label[]): boolean {
  const words = searchKey(search).split(" ").filter(Boolean);
  if (words.length === 0) return true;
  const labelTitles = labels.filter(({ id }) => todo.labels.includes(id)).map(({ title }) => title);
  const key = searchKey([todo.title, todo.notes, ...todo.subtasks.map(({ title }) => title), ...labelTitles].join(" "));
  return words.every((word) => key.includes(word));
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
