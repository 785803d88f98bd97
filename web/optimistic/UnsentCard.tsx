import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { Operation } from "#base/contract.ts";
import {
  type Mutation,
  mutationKeyOf,
  type OptimisticQueue,
  pendingMutations,
} from "#web/optimistic/optimisticQueue.ts";
import { useSavedMutations } from "#web/optimistic/savedMutations.ts";
import { unansweredOf } from "#web/optimistic/sendUntilAnswered.ts";
import { textOf } from "#web/textOf.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { NoticeCard } from "#web/ui/NoticeCard.tsx";
import { useMessages } from "#web/useMessages.ts";

type UnsentCardProps<Read extends Operation, Saved> = {
  readonly queue: OptimisticQueue<Read, Saved>;
  /** Runs again what an earlier page could not send. The same function until something else changes. */
  readonly onResume: (saved: Saved) => void;
};

/**
 * Says on every screen that changes have no answer yet, with Try again and Discard. Belongs into the area's companion
 * (`Screens.companion`). Sends what an earlier page left behind.
 */
export function UnsentCard<Read extends Operation, Saved>({ queue, onResume }: UnsentCardProps<Read, Saved>) {
  const shell = useMessages();
  const resume = useCallback((saved: readonly Saved[]) => saved.forEach(onResume), [onResume]);
  useSavedMutations(queue, resume);
  const unsent = useUnsent(queue);
  if (unsent === null) return null;
  return (
    <NoticeCard
      variant="warning"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      title={shell("unsent.title", { count: unsent.count })}
      answers={
        <>
          <button type="button" data-primary onClick={unsent.retry}>
            {shell("buttons.retry")}
          </button>
          <button type="button" onClick={unsent.discard}>
            {shell("unsent.discard")}
          </button>
        </>
      }
    >
      <p>{shell("unsent.text", { reason: textOf(unsent.error) })}</p>
    </NoticeCard>
  );
}

/** The mutations without an answer, if there are any: why, how many, and what can be done about them. */
function useUnsent<Read extends Operation, Saved>(queue: OptimisticQueue<Read, Saved>) {
  const queryClient = useQueryClient();
  const { waiting, discarded } = unansweredOf(queryClient, queue.name);
  const all = useSyncExternalStore(waiting.subscribe, waiting.read);
  const pending = useMutationState({
    filters: { mutationKey: mutationKeyOf(queue), status: "pending" },
    select: ({ state }) => state.variables as Mutation<Read>,
  });
  const [first] = all;
  if (first === undefined) return null;
  return {
    error: first.error,
    count: Math.max(1, pending.filter(isLate).length),
    retry: () => all.forEach((one) => one.retry()),
    /** With everything that waits behind it. */
    discard: () => {
      for (const mutation of pendingMutations(queryClient, queue).filter(isLate)) discarded.add(mutation);
      all.forEach((one) => one.discard());
    },
  };
}

/** What waits for its toast is not. */
const isLate = ({ isWanted }: { readonly isWanted?: Promise<boolean> }) => !isWanted;
