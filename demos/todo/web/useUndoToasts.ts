import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { KeyUnder, MessageKey, Translate } from "#web/messageKeys.ts";
import { use, useMemo } from "react";
import { type TodoStep, useTodoStep } from "#demos/todo/web/useTodos.ts";
import { type ToastInput, type Toasts, ToastsContext } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Who did it last can take it back, with the toast or a key, also on another view of the same screen. */
const undoKey = ["todo", "undo"];

/** Messages that confirm an action. */
export type MessageAbout = KeyUnder<"told", MessageKey<"todo">>;
export type Teller = ReturnType<typeof tellerOf>;

/** Does what is done here, tells it, and takes it back. */
export function useUndoToasts(): Teller {
  const words = useMessages("todo");
  const shell = useMessages();
  const run = useTodoStep();
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error("no toasts: render inside startWeb");
  const queryClient = useQueryClient();
  return useMemo(() => tellerOf({ words, shell, run, toasts, queryClient }), [words, shell, run, toasts, queryClient]);
}

type Around = {
  readonly words: Translate<MessageKey<"todo">>;
  readonly shell: Translate<MessageKey<"shell">>;
  readonly run: (step: TodoStep) => void;
  readonly toasts: Toasts;
  readonly queryClient: QueryClient;
};

/** Toasts with Undo, and the last of them under a key. */
function tellerOf(around: Around) {
  const told = (key: MessageAbout, values: object = {}) => around.words(`told.${key}`, { ...values });
  const remember = (undo: (() => void) | null) => around.queryClient.setQueryData(undoKey, { undo });
  /** Says what was done; answers the toast, which goes as well when it is undone by the key. */
  const offerUndo = (text: string, undo: () => void) => {
    const { toasts, shell } = around;
    const id = toasts.show({ text, action: { label: shell("buttons.undo"), onAction: undo } });
    remember(() => {
      undo();
      toasts.hide(id);
    });
    return id;
  };
  return {
    run: around.run,
    told,
    /** Something else than Undo. */
    offer: (key: MessageAbout, values: object, action: ToastInput["action"] & object) =>
      void around.toasts.show({ variant: "info", text: told(key, values), action }),
    tell: (text: string, undo: TodoStep) => void offerUndo(text, () => around.run(undo)),
    /** Whether it is still wanted when its toast leaves, for what the server cannot bring back. */
    untilToastLeaves: (text: string): Promise<boolean> => {
      const { toasts } = around;
      let isUndone = false;
      const id = offerUndo(text, () => {
        isUndone = true;
      });
      return new Promise((resolve) => {
        const leave = toasts.subscribe(() => {
          if (toasts.read().some((toast) => toast.id === id)) return;
          leave();
          resolve(!isUndone);
        });
      });
    },
    undoLast: () => {
      const { queryClient, toasts } = around;
      const last = queryClient.getQueryData<{ undo: (() => void) | null }>(undoKey);
      remember(null);
      if (last?.undo) last.undo();
      else toasts.show({ variant: "info", text: told("nothingToUndo") });
    },
  };
}
