import type { Output } from "#base/contract.ts";
import { type TodoChange, todoExtras, type TodoPatch } from "#demos/todo/contract.ts";
import type { Mutation, OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";
import { useOptimisticRead } from "#web/optimistic/useOptimisticRead.ts";

export type Overview = Output<typeof todoExtras.overview>;
export type TodoMutation = Mutation<typeof todoExtras.overview, SavedMutation>;

/** What is stored of a mutation for the next page. Both may be sent twice. */
export type SavedMutation =
  | { readonly kind: "add"; readonly id: string; readonly added: NewTodo }
  | { readonly kind: "change"; readonly changes: readonly TodoChange[] };

/** A to-do to be; the labels and the folder that do not exist yet are created first. */
export type NewTodo = {
  readonly set: TodoPatch & { readonly title: string };
  readonly newLabels: readonly { readonly title: string; readonly color: string }[];
  readonly newFolder: string | null;
};

export const todoQueue: OptimisticQueue<typeof todoExtras.overview, SavedMutation> = {
  name: "todo",
  read: todoExtras.overview,
};

/** All to-dos, folders and labels as they are shown. */
export function useTodos() {
  const { data: overview, ...rest } = useOptimisticRead(todoQueue, {});
  return { overview, ...rest };
}
