import { useMemo } from "react";
import { type Folder, type Label, todoExtras } from "#demos/todo/contract.ts";
import { type TodoStep, useTodoStep } from "#demos/todo/web/useTodos.ts";
import { call } from "#web/call.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** What can be done with one's own folders and labels. Removing one asks first, so nothing here is taken back. */
export function useListActions() {
  const words = useWords("todo");
  const run = useTodoStep();
  const toast = useToast();
  return useMemo(() => {
    const tell = (key: string, title: string, step: TodoStep) => {
      run(step);
      toast({ text: words(`told.${key}`, { title }) });
    };
    return {
      addFolder: (title: string) => run(addFolderStep(title)),
      renameFolder: (folder: Folder, title: string) => run(renameFolderStep({ ...folder, title })),
      removeFolder: (folder: Folder) => tell("folderRemoved", folder.title, removeFolderStep(folder.id)),
      addLabel: (title: string, color: string) => run(addLabelStep(title, color)),
      changeLabel: (label: Label) => run(changeLabelStep(label)),
      removeLabel: (label: Label) => tell("labelRemoved", label.title, removeLabelStep(label.id)),
    };
  }, [words, run, toast]);
}

/** Numbers are the server's; until it has given one, nothing can be put into the new folder. */
const addFolderStep = (title: string): TodoStep => ({
  apply: (overview) => overview,
  send: async (transport) => {
    const folder = await call(transport, todoExtras.addFolder, { title });
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

const addLabelStep = (title: string, color: string): TodoStep => ({
  apply: (overview) => overview,
  send: async (transport) => {
    const label = await call(transport, todoExtras.addLabel, { title, color });
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
