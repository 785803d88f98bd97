import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import styles from "#demos/todo/web/ReminderCards.module.css";
import { type KeptStep, useKeptSteps } from "#demos/todo/web/useKeptSteps.ts";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import { pendingSteps } from "#demos/todo/web/useTodos.ts";
import { useUnsent } from "#demos/todo/web/useUnsent.ts";
import { textOf } from "#web/textOf.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

/** What was done and nobody has answered yet, on whatever screen. What an earlier page left behind is sent from here. */
export function UnsentCard({ actions }: { readonly actions: TodoActions }) {
  const words = useWords("todo");
  const shell = useWords();
  const queryClient = useQueryClient();
  // What waits for its toast to leave is not late.
  const pending = useCallback(() => pendingSteps(queryClient).filter((step) => !step.isWanted), [queryClient]);
  const unsent = useUnsent(pending);
  const pendingKept = useCallback(() => pending().flatMap(({ kept }) => (kept ? [kept] : [])), [pending]);
  const resume = useCallback((found: readonly KeptStep[]) => found.forEach(actions.resume), [actions]);
  useKeptSteps({ pending: pendingKept, onFound: resume });
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
