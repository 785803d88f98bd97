import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import styles from "#demos/todo/web/ReminderCards.module.css";
import { type QueuedMutation, useQueuedMutations } from "#demos/todo/web/useQueuedMutations.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { pendingSteps } from "#demos/todo/web/useTodos.ts";
import { useMutationQueue } from "#demos/todo/web/useMutationQueue.ts";
import { textOf } from "#web/textOf.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** What was done and nobody has answered yet, on whatever screen. What an earlier page left behind is sent from here. */
export function UnsentCard({ actions }: { readonly actions: TodoActions }) {
  const words = useMessages("todo");
  const shell = useMessages();
  const queryClient = useQueryClient();
  // What waits for its toast to leave is not late.
  const pending = useCallback(() => pendingSteps(queryClient).filter((step) => !step.isWanted), [queryClient]);
  const unsent = useMutationQueue(pending);
  const pendingKept = useCallback(() => pending().flatMap(({ kept }) => (kept ? [kept] : [])), [pending]);
  const resume = useCallback((found: readonly QueuedMutation[]) => found.forEach(actions.resume), [actions]);
  useQueuedMutations({ pending: pendingKept, onFound: resume });
  if (unsent === null) return null;
  return (
    <article className={styles.card} data-unsent>
      <header className={styles.head}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <span>{words("unsent.title", { count: Math.max(1, pending().length) })}</span>
      </header>
      <p className={styles.due}>{words("unsent.text", { reason: textOf(unsent.error) })}</p>
      <div className={styles.answers}>
        <button type="button" className={styles.done} onClick={unsent.tryAgain}>
          {shell("buttons.retry")}
        </button>
        <button type="button" onClick={unsent.discard}>
          {words("unsent.discard")}
        </button>
      </div>
    </article>
  );
}
