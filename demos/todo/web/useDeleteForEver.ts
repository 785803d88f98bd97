import type { TodoRecord } from "#demos/todo/contract.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Asks for confirmation first: permanently deleted to-dos can be restored only while their toast is visible. */
export function useDeleteForEver(actions: TodoActions, onDeleted: () => void): (todos: readonly TodoRecord[]) => void {
  const t = useMessages("todo");
  const confirm = useConfirm();
  const ask = async (todos: readonly TodoRecord[]) => {
    const isSure = await confirm({
      text: t("deleteForEver.text", { count: todos.length }),
      confirmLabel: t("bar.deleteForEver"),
      isDangerous: true,
      ...(todos.length === 1 ? { named: todos[0]!.title } : {}),
    });
    if (!isSure) return;
    actions.deleteForEver(todos);
    onDeleted();
  };
  return (todos) => void ask(todos);
}
