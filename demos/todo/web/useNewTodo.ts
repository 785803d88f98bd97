import { firstLabels, type TodoPatch } from "#demos/todo/contract.ts";
import { type Clock, findByWord, momentDay, type View } from "#demos/todo/rules.ts";
import type { QuickAdd } from "#demos/todo/rules/quickAdd.ts";
import { useTitles } from "#demos/todo/web/useTitles.ts";
import type { NewTodo, Overview } from "#demos/todo/web/useTodos.ts";

/** Turns what was read into a to-do of this view: added under a label it carries it, under Today it is due today. */
export function useNewTodo(overview: Overview, view: View, clock: Clock): (read: QuickAdd) => NewTodo {
  const titles = useTitles();
  return (read) => {
    const { known, created } = labelsOf(read, overview, titles);
    const folder = read.folder === null ? undefined : findByWord(read.folder, overview.folders);
    const ofView = patchOf(view, overview, clock);
    const set = {
      ...ofView,
      title: read.title,
      ...(read.dueDate === null ? {} : { dueDate: read.dueDate }),
      ...(read.remindAt === null ? {} : { remindAt: read.remindAt }),
      ...repeatOf(read, clock),
      ...(read.important ? { important: true } : {}),
      ...(read.starred ? { starred: true } : {}),
      ...(folder ? { folder: folder.id } : {}),
      labels: [...new Set([...(ofView.labels ?? []), ...known])],
    };
    const colors = created.map((word, index) => ({
      title: titleOf(word),
      color: firstLabels[(overview.labels.length + index) % firstLabels.length]!.color,
    }));
    return { set, newLabels: colors, newFolder: read.folder !== null && !folder ? titleOf(read.folder) : null };
  };
}

/** A rhythm begins with the first day of its own. */
function repeatOf({ repeat, dueDate }: QuickAdd, { timeZone, today }: Clock): Pick<TodoPatch, "repeat"> {
  if (repeat === null) return {};
  const begin = dueDate === null ? today : momentDay(dueDate, timeZone);
  return { repeat: { ...repeat, from: "due", begin, timeZone } };
}

/** `known` are ids, `created` the words of labels to make. */
export function labelsOf(read: QuickAdd, { labels }: Overview, titles: ReturnType<typeof useTitles>) {
  const rows = [...labels, ...labels.map((label) => ({ ...label, title: titles.label(label) }))];
  const found = read.labels.map((word) => ({ word, id: findByWord(word, rows)?.id }));
  return {
    known: found.flatMap(({ id }) => (id === undefined ? [] : [id])),
    created: [...new Set(found.flatMap(({ word, id }) => (id === undefined ? [word] : [])))],
  };
}

/** The name in a word: `Ramadan-1448` is "Ramadan 1448". */
export const titleOf = (word: string) => word.replaceAll(/[-_]+/g, " ").trim();

function patchOf({ kind, handle }: View, { folders, labels }: Overview, { today }: Clock): TodoPatch {
  const found = (kind === "label" ? labels : folders).find((row) => row.handle === handle);
  if (kind === "label") return found ? { labels: [found.id] } : {};
  if (kind === "folder") return found && found.id !== 0 ? { folder: found.id } : {};
  const byFilter: Readonly<Record<string, TodoPatch>> = {
    starred: { starred: true },
    important: { important: true },
    today: { dueDate: today },
    dueDate: { dueDate: today },
  };
  return byFilter[handle] ?? {};
}
