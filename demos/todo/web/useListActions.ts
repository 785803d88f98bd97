import { useMemo } from "react";
import { type Folder, type Label, todoExtras } from "#demos/todo/contract.ts";
import { useTeller } from "#demos/todo/web/useTeller.ts";
import type { TodoStep } from "#demos/todo/web/useTodos.ts";
import { call } from "#web/call.ts";

/**
 * What can be done with one's own folders and labels, each taken back while its toast stands. Removing one waits as long:
 * its number and its to-dos would be others if it were made anew.
 */
export function useListActions() {
  const teller = useTeller();
  return useMemo(() => {
    const { run, tell, told, untilToastLeaves } = teller;
    const change = (key: string, title: string, step: TodoStep, undo: TodoStep) => {
      run(step);
      tell(told(key, { title }), undo);
    };
    const remove = (key: string, title: string, step: TodoStep) =>
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
  send: async (transport) => {
    const folder = await call(transport, todoExtras.addFolder, { title });
    onAdded(folder);
    return (overview) => ({ ...overview, folders: [...overview.folders, folder] });
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
  send: async (transport) => {
    const label = await call(transport, todoExtras.addLabel, { title, color });
    onAdded(label);
    return (overview) => ({ ...overview, labels: [...overview.labels, label] });
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
