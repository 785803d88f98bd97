import { useMemo } from "react";
import { Refusal } from "#base/refusal.ts";
import { nameKey } from "#base/searchKey.ts";
import { type Folder, type Label, todoExtras, todoRefusals, todos } from "#demos/todo/contract.ts";
import { folderIcon } from "#demos/todo/rules.ts";
import type { TodoMutation } from "#demos/todo/web/useTodos.ts";
import { type ToastKey, useTodoToasts } from "#demos/todo/web/useTodoToasts.ts";
import { call, type Transport } from "#web/call.ts";

/**
 * What can be done with one's own folders and labels, each with Undo. Removing one is sent after its toast: its number and
 * its to-dos would be others if it were created again.
 */
export function useListActions() {
  const toasts = useTodoToasts();
  return useMemo(() => {
    const { run, offerUndo, runAfterToast, text } = toasts;
    const change = (key: ToastKey, title: string, mutation: TodoMutation, undo: TodoMutation) => {
      run(mutation);
      offerUndo(text(key, { title }), undo);
    };
    return {
      addFolder: (title: string, icon: string = folderIcon) =>
        run(addFolder({ title, icon }, ({ id }) => offerUndo(text("folderAdded", { title }), removeFolder(id)))),
      changeFolder: (folder: Folder, set: Partial<Pick<Folder, "title" | "icon">>) => {
        const changed = { ...folder, ...set };
        const key = changed.title === folder.title ? "folderChanged" : "folderRenamed";
        change(key, changed.title, changeFolder(changed), changeFolder(folder));
      },
      removeFolder: ({ id, title }: Folder) => runAfterToast(text("folderRemoved", { title }), removeFolder(id)),
      addLabel: (title: string, color: string) =>
        run(addLabel(title, color, ({ id }) => offerUndo(text("labelAdded", { title }), removeLabel(id)))),
      changeLabel: (label: Label, set: Partial<Pick<Label, "title" | "color">>) =>
        change("labelChanged", set.title ?? label.title, changeLabel({ ...label, ...set }), changeLabel(label)),
      removeLabel: ({ id, title }: Label) => runAfterToast(text("labelRemoved", { title }), removeLabel(id)),
    };
  }, [toasts]);
}

/** Numbers are the server's; until it has given one, nothing can be put into the new folder. */
const addFolder = (fields: Pick<Folder, "title" | "icon">, onAdded: (folder: Folder) => void): TodoMutation => ({
  apply: (overview) => overview,
  send: async (transport, isRetry) => {
    const folder = isRetry ? await folderNamed(transport, fields) : await call(transport, todoExtras.addFolder, fields);
    onAdded(folder);
    return (overview) => ({ ...overview, folders: withRows(overview.folders, [folder]) });
  },
});

const changeFolder = (changed: Folder): TodoMutation => ({
  apply: (overview) => ({
    ...overview,
    folders: overview.folders.map((folder) => (folder.id === changed.id ? changed : folder)),
  }),
  send: async (transport) => {
    const { id, title, icon } = changed;
    await call(transport, todoExtras.changeFolder, { id, title, icon });
    return undefined;
  },
});

const removeFolder = (id: number): TodoMutation => ({
  apply: (overview) => ({
    ...overview,
    folders: overview.folders.filter((folder) => folder.id !== id),
    todos: overview.todos.map((todo) => (todo.folder === id ? { ...todo, folder: null } : todo)),
  }),
  send: async (transport) => {
    await call(transport, todoExtras.removeFolder, { id });
    return undefined;
  },
});

const addLabel = (title: string, color: string, onAdded: (label: Label) => void): TodoMutation => ({
  apply: (overview) => overview,
  send: async (transport, isRetry) => {
    const label = isRetry
      ? await labelNamed(transport, { title, color })
      : await call(transport, todoExtras.addLabel, { title, color });
    onAdded(label);
    return (overview) => ({ ...overview, labels: withRows(overview.labels, [label]) });
  },
});

const changeLabel = (changed: Label): TodoMutation => ({
  apply: (overview) => ({
    ...overview,
    labels: overview.labels.map((label) => (label.id === changed.id ? changed : label)),
  }),
  send: async (transport) => {
    const { id, title, color } = changed;
    await call(transport, todoExtras.changeLabel, { id, title, color });
    return undefined;
  },
});

const removeLabel = (id: number): TodoMutation => ({
  apply: (overview) => ({
    ...overview,
    labels: overview.labels.filter((label) => label.id !== id),
    todos: overview.todos.map((todo) =>
      todo.labels.includes(id) ? { ...todo, labels: todo.labels.filter((label) => label !== id) } : todo,
    ),
  }),
  send: async (transport) => {
    await call(transport, todoExtras.removeLabel, { id });
    return undefined;
  },
});

/** The label of this name: a new one, or the one that was created elsewhere or by a try without an answer. */
export const labelNamed = (transport: Transport, label: Pick<Label, "title" | "color">): Promise<Label> =>
  createOrFind(label.title, {
    create: () => call(transport, todoExtras.addLabel, label),
    readAll: () => call(transport, todos.listLabels, {}),
  });

/** The folder of this name, likewise. */
export const folderNamed = (
  transport: Transport,
  { title, icon = folderIcon }: { readonly title: string; readonly icon?: string },
): Promise<Folder> =>
  createOrFind(title, {
    create: () => call(transport, todoExtras.addFolder, { title, icon }),
    readAll: () => call(transport, todos.listFolders, {}),
  });

type NamedRows<Row> = { readonly create: () => Promise<Row>; readonly readAll: () => Promise<readonly Row[]> };

async function createOrFind<Row extends { readonly title: string }>(
  title: string,
  { create, readAll }: NamedRows<Row>,
) {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === todoRefusals.title_taken.code)) throw error;
    const known = (await readAll()).find((row) => nameKey(row.title) === nameKey(title));
    if (known === undefined) throw error;
    return known;
  }
}

/** Each once, in the order in which they were created. */
export const withRows = <Row extends { readonly id: number }>(known: readonly Row[], made: readonly Row[]): Row[] => [
  ...known,
  ...made.filter(({ id }) => known.every((row) => row.id !== id)),
];
