import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Input, Operation, Output } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { refresh } from "#web/operations.ts";
import {
  type Apply,
  type Mutation,
  mutationKeyOf,
  type OptimisticQueue,
  type OwnedMutation,
  readKeyOf,
} from "#web/optimistic/optimisticQueue.ts";
import { saveMutations } from "#web/optimistic/savedMutations.ts";
import { Discarded, sendUntilAnswered } from "#web/optimistic/sendUntilAnswered.ts";
import { useSignedInUser, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useTransport } from "#web/transport.ts";
import { useToast } from "#web/ui/toasts.ts";

/**
 * Applies a mutation at once and sends it after those before it, so that the server sees them in the user's order. One
 * without a response is sent again until there is one, and those after it wait. One that is refused is undone, reported
 * in a toast, and blocks no others.
 */
export function useMutate<Read extends Operation, Saved>(
  queue: OptimisticQueue<Read, Saved>,
): (mutation: Mutation<Read, Saved>) => void {
  const transport = useTransport();
  const queryClient = useQueryClient();
  const toast = useToast();
  const session = useSession();
  const ownerId = useSignedInUser()?.userId ?? "";
  const options = {
    mutationKey: mutationKeyOf(queue),
    mutationFn: async (mutation: OwnedMutation<Read, Saved>) => {
      if (mutation.isWanted && !(await mutation.isWanted)) return;
      const { answer, isRetry } = await sendUntilAnswered(queryClient, queue.name, mutation, (isAgain) => {
        const state = session.read();
        const isOthers = state.status === "signedIn" && state.person.userId !== mutation.ownerId;
        return isOthers ? Promise.reject(commonRefusals.invalid_token()) : mutation.send(transport, isAgain);
      });
      await applyAnswer(queryClient, queue, { apply: answer ?? mutation.apply, isRetry });
      if (mutation.refreshes) void refresh(queryClient, mutation.refreshes);
    },
    onError: (error: Error, mutation: OwnedMutation<Read, Saved>) => {
      // The session has ended, and the shell shows it: the mutation waits for the next session of this user.
      if (isSessionOver(error)) {
        if (mutation.saved !== undefined) saveMutations(queue, mutation.ownerId, [mutation.saved]);
        return undefined;
      }
      if (!(error instanceof Discarded)) toast({ variant: "error", text: textOf(error) });
      mutation.onRefused?.();
      return queryClient.invalidateQueries({ queryKey: readKeyOf(queue) });
    },
  };
  const { mutate: sendInOrder } = useMutation({ ...options, scope: { id: queue.name } });
  const { mutate: sendLater } = useMutation(options);
  return useCallback(
    (mutation) => (mutation.isWanted ? sendLater : sendInOrder)({ ...mutation, ownerId }),
    [sendInOrder, sendLater, ownerId],
  );
}

type AnsweredRead<Read extends Operation> = { readonly apply: Apply<Read>; readonly isRetry: boolean };

/**
 * Applies the server's response to every cached response, so that nothing changes on the screen when the mutation ends.
 */
async function applyAnswer<Read extends Operation>(
  queryClient: QueryClient,
  queue: OptimisticQueue<Read, unknown>,
  { apply, isRetry }: AnsweredRead<Read>,
): Promise<void> {
  // A read that started earlier would restore the previous state.
  await queryClient.cancelQueries({ queryKey: readKeyOf(queue) });
  for (const [queryKey, answer] of queryClient.getQueriesData<Output<Read>>({ queryKey: readKeyOf(queue) })) {
    // The first read of a screen that was just opened has only been cancelled, and nothing else restarts it. And a lost
    // response may have contained more than the second one does.
    if (answer === undefined || isRetry) void queryClient.invalidateQueries({ queryKey, exact: true });
    if (answer !== undefined)
      queryClient.setQueryData<Output<Read>>(queryKey, apply(answer, queryKey[1] as Input<Read>));
  }
}

const isSessionOver = (error: Error) =>
  error instanceof Refusal && error.status === commonRefusals.invalid_token.status;
