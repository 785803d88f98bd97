import { useMemo } from "react";
import { Refusal } from "#base/refusal.ts";
import { nameKey } from "#base/searchKey.ts";
import { type Folder, type Label, todoExtras, todoRefusals, todos } from "#demos/todo/contract.ts";
import { type MessageAbout, useUndoToasts } from "#demos/todo/web/useUndoToasts.ts";
import type { TodoStep } from "#demos/todo/web/useTodos.ts";
import { call, type Transport } from "#web/call.ts";

/**
 * What can be done with one's own folders and labels, each taken back while its toast stands. Removing one waits as long:
 * its number and its to-dos would be others if it were made anew.
 */
export function useListActions() {
  const teller = useUndoToasts();
  return useMemo(() => {
    const { run, tell, told, untilToastLeaves } = teller;
    const change = (key: MessageAbout, title: string, step: TodoStep, undo: TodoStep) => {
      run(step);
      tell(told(key, { title }), undo);
    };
    const remove = (key: MessageAbout, title: string, step: TodoStep) =>
      run({ ...step, isWanted: untilToastLeaves(told(key, { title })) });
    return {
      addFolder: (title: string) =>
        run(addFolderStep(title, ({ id }) => tell(told("folderAdded", { title }), removeFolderStep(id)))),
      renameFolder: (folder: Folder, title: string) =>
        change("folderRenamed", title, renameFolderStep({ ...folder, title }), renameFolderStep(folder)),
      removeFolder: (folder: Folder) => remove("folderRemoved", folder.title, removeFolderStep(folder.id)),
      addLabel: (title: string, color: string) =>
        run(addLabelStep(title, color, ({ id }) => tell(told("labelAdded", { title }), removeLabelStep(id)))),
      changeLabel: (label: Label, set: Partial<Pick<Label, "title" | "color">>) =>
        change("labelChanged", set.title ?? label.title, changeLabelStep({ ...label, ...set }), changeLabelStep(label)),
      removeLabel: (label: Label) => remove("labelRemoved", label.title, removeLabelStep(label.id)),
    };
  }, [teller]);
}

/** Numbers are the server's; until it has given one, nothing can be put into the new folder. */
const addFolderStep = (title: string, onAdded: (folder: Folder) => void): TodoStep => ({
  apply: (overview) => overview,
  send: async (transport, isAgain) => {
    const folder = isAgain
      ? await folderNamed(transport, title)
      : await call(transport, todoExtras.addFolder, { title });
    onAdded(folder);
    return (overview) => ({ ...overview, folders: withRows(overview.folders, [folder]) });
  },
});

const renameFolderStep = ({ id, title }: Folder): TodoStep => ({
  apply: (overview) => ({
    ...overview,
    folders: overview.folders.map((folder) => (folder.id === id ? { ...folder, title } : folder)),
  }),
  send: async (transport) => {
    await call(transport, todoExtras.renameFolder, { id, title });
    return undefined;
  },
});

const removeFolderStep = (id: number): TodoStep => ({
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

const addLabelStep = (title: string, color: string, onAdded: (label: Label) => void): TodoStep => ({
  apply: (overview) => overview,
  send: async (transport, isAgain) => {
    const label = isAgain
      ? await labelNamed(transport, { title, color })
      : await call(transport, todoExtras.addLabel, { title, color });
    onAdded(label);
    return (overview) => ({ ...overview, labels: withRows(overview.labels, [label]) });
  },
});

const changeLabelStep = (changed: Label): TodoStep => ({
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

const removeLabelStep = (id: number): TodoStep => ({
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

/** The label of this name: made, or the one that was made elsewhere or by a try that was not answered. */
export const labelNamed = (transport: Transport, label: Pick<Label, "title" | "color">): Promise<Label> =>
  madeOrKnown(label.title, {
    make: () => call(transport, todoExtras.addLabel, label),
    readAll: () => call(transport, todos.listLabels, {}),
  });

/** The folder of this name, likewise. */
export const folderNamed = (transport: Transport, title: string): Promise<Folder> =>
  madeOrKnown(title, {
    make: () => call(transport, todoExtras.addFolder, { title }),
    readAll: () => call(transport, todos.listFolders, {}),
  });

type Named<Row> = { readonly make: () => Promise<Row>; readonly readAll: () => Promise<readonly Row[]> };

async function madeOrKnown<Row extends { readonly title: string }>(title: string, { make, readAll }: Named<Row>) {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === todoRefusals.title_taken.code)) throw error;
    const known = (await readAll()).find((row) => nameKey(row.title) === nameKey(title));
    if (known === undefined) throw error;
    return known;
  }
}

/** Each once, in the order in which they were made. */
export const withRows = <Row extends { readonly id: number }>(known: readonly Row[], made: readonly Row[]): Row[] => [
  ...known,
  ...made.filter(({ id }) => known.every((row) => row.id !== id)),
];
