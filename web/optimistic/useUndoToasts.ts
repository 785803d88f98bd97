import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Operation } from "#base/contract.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { type Mutation, mutationKeyOf, type OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";
import { useMutate } from "#web/optimistic/useMutate.ts";
import { type Toasts, useToasts } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

export interface UndoToasts<Read extends Operation, Saved = never> {
  /** Runs a mutation without a toast. */
  readonly run: (mutation: Mutation<Read, Saved>) => void;
  /** Says what was done. Undo runs `undo`. */
  readonly offerUndo: (text: string, undo: Mutation<Read, Saved>) => void;
  /** For what the server cannot bring back: shown as done, sent when its toast goes, and never if it is undone. */
  readonly runAfterToast: (text: string, mutation: Mutation<Read, Saved>) => void;
  /** Undoes what was offered last, in whatever view. For a key. */
  readonly undoLast: () => void;
}

/** Mutations of an area with Undo, in a toast and for a key. The same object until the language changes. */
export function useUndoToasts<Read extends Operation, Saved>(
  queue: OptimisticQueue<Read, Saved>,
): UndoToasts<Read, Saved> {
  const shell = useMessages();
  const run = useMutate(queue);
  const toasts = useToasts();
  const queryClient = useQueryClient();
  return useMemo(
    () => undoToasts({ queue, shell, run, toasts, queryClient }),
    [queue, shell, run, toasts, queryClient],
  );
}

type Dependencies<Read extends Operation, Saved> = {
  readonly queue: OptimisticQueue<Read, Saved>;
  readonly shell: Translate<MessageKey<"shell">>;
  readonly run: (mutation: Mutation<Read, Saved>) => void;
  readonly toasts: Toasts;
  readonly queryClient: QueryClient;
};

function undoToasts<Read extends Operation, Saved>(around: Dependencies<Read, Saved>): UndoToasts<Read, Saved> {
  const { queue, shell, run, toasts, queryClient } = around;
  const lastKey = [...mutationKeyOf(queue), "undo"];
  const remember = (undo: (() => void) | null) => queryClient.setQueryData(lastKey, { undo });
  /** Returns the toast's id: undoing by the key hides it as well. */
  const offer = (text: string, undo: () => void) => {
    const id = toasts.show({ text, action: { label: shell("buttons.undo"), onAction: undo } });
    remember(() => {
      undo();
      toasts.hide(id);
    });
    return id;
  };
  const untilToastGoes = (text: string): Promise<boolean> => {
    let isUndone = false;
    const id = offer(text, () => {
      isUndone = true;
    });
    return new Promise((resolve) => {
      const unsubscribe = toasts.subscribe(() => {
        if (toasts.read().some((toast) => toast.id === id)) return;
        unsubscribe();
        resolve(!isUndone);
      });
    });
  };
  return {
    run,
    offerUndo: (text, undo) => void offer(text, () => run(undo)),
    runAfterToast: (text, mutation) => run({ ...mutation, isWanted: untilToastGoes(text) }),
    undoLast: () => {
      const last = queryClient.getQueryData<{ undo: (() => void) | null }>(lastKey);
      remember(null);
      if (last?.undo) last.undo();
      else toasts.show({ variant: "info", text: shell("nothingToUndo") });
    },
  };
}
