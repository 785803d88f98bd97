import { useMemo } from "react";
import { todoQueue } from "#demos/todo/web/useTodos.ts";
import type { KeyUnder, MessageKey } from "#web/messageKeys.ts";
import { useUndoToasts } from "#web/optimistic/useUndoToasts.ts";
import { useMessages } from "#web/useMessages.ts";

export type ToastKey = KeyUnder<"toasts", MessageKey<"todo">>;
export type TodoToasts = ReturnType<typeof useTodoToasts>;

/** Undo toasts, and their texts. */
export function useTodoToasts() {
  const toasts = useUndoToasts(todoQueue);
  const t = useMessages("todo");
  return useMemo(
    () => ({ ...toasts, text: (key: ToastKey, values: object = {}) => t(`toasts.${key}`, { ...values }) }),
    [toasts, t],
  );
}
