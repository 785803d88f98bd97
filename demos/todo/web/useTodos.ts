import { type QueryClient, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Output } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { todoExtras } from "#demos/todo/contract.ts";
import { keepSteps, type QueuedMutation } from "#demos/todo/web/useQueuedMutations.ts";
import { Discarded, sendUntilAnswered } from "#demos/todo/web/useMutationQueue.ts";
import type { Transport } from "#web/call.ts";
import { keyOf, refresh, useRead } from "#web/operations.ts";
import { useTransport } from "#web/transport.ts";
import { usePerson, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";

export type Overview = Output<typeof todoExtras.overview>;
type Fold = (overview: Overview) => Overview;

/** Something that happens to the to-dos. */
export type TodoStep = {
  /** How it looks at once. Doing it twice looks as doing it once, because the answer may already be in. */
  readonly apply: Fold;
  /**
   * Makes it true. Answers how the server's answer looks, where that is more than the guess.
   * `isAgain`: it was sent before, and nobody knows whether that was heard.
   */
  readonly send: (transport: Transport, isAgain: boolean) => Promise<Fold | undefined>;
  /** Is not sent before this, and taken back when it says no. What comes after it does not wait. */
  readonly isWanted?: Promise<boolean>;
  /** What rings, or when the next one will, has to be asked anew. */
  readonly changesReminders?: boolean | undefined;
  /** All that it takes to do it from another page, should this one go before it was sent. */
  readonly kept?: QueuedMutation;
  /** The server decided against it. */
  readonly onRefused?: (() => void) | undefined;
};

type OwnedStep = TodoStep & { readonly ownerId: string };

const key = keyOf(todoExtras.overview, {});
const steps = ["todo"];

/**
 * All to-dos as they are shown: what the server last said, and on top of it what is still on its way.
 * A step that fails is no longer on its way, and so takes itself back.
 */
export function useTodos() {
  const { data, error, refetch, isFetching } = useRead(todoExtras.overview, {});
  const pending = useMutationState({
    filters: { mutationKey: steps, status: "pending" },
    select: (mutation) => mutation.state.variables as TodoStep,
  });
  const overview = useMemo(() => data && pending.reduce((shown, step) => step.apply(shown), data), [data, pending]);
  return { overview, error, refetch, isFetching };
}

/** What is on its way at this very moment, which the last rendering may be behind. */
export const pendingSteps = (queryClient: QueryClient): OwnedStep[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: steps, status: "pending" })
    .map(({ state }) => state.variables as OwnedStep);

/** What is shown at this very moment: two changes can come before the next rendering. */
export function shownNow(queryClient: QueryClient): Overview | undefined {
  const data = queryClient.getQueryData<Overview>(key);
  return data && pendingSteps(queryClient).reduce((shown, step) => step.apply(shown), data);
}

/**
 * Shows a step at once and sends it, one after the other, so that the server sees them in the person's order. One that
 * nobody answers is sent again until somebody does, and what comes after it waits.
 */
export function useTodoStep(): (step: TodoStep) => void {
  const transport = useTransport();
  const queryClient = useQueryClient();
  const toast = useToast();
  const session = useSession();
  const ownerId = usePerson()?.userId ?? "";
  const options = {
    mutationKey: steps,
    mutationFn: async (step: OwnedStep) => {
      if (step.isWanted && !(await step.isWanted)) return;
      const sent = await sendUntilAnswered(queryClient, step, (isAgain) => {
        // It must not be sent in the name of whoever has signed in since.
        const state = session.read();
        const isOthers = state.status === "signedIn" && state.person.userId !== step.ownerId;
        return isOthers ? Promise.reject(commonRefusals.invalid_token()) : step.send(transport, isAgain);
      });
      const settle = sent.answer ?? step.apply;
      // A read that began before would bring back how it was.
      await queryClient.cancelQueries({ queryKey: key });
      const known = queryClient.getQueryData<Overview>(key);
      // The first read of a screen that has just been opened has only been stopped, and nobody else begins it again.
      // And an answer that was lost may have told more than the second one does.
      if (known === undefined || sent.isAgain) void queryClient.invalidateQueries({ queryKey: key });
      if (known !== undefined) queryClient.setQueryData<Overview>(key, settle(known));
      if (step.changesReminders) void refresh(queryClient, [todoExtras.reminders]);
    },
    onError: (error: Error, step: OwnedStep) => {
      // The session has ended, and says so itself: the step waits for the next one of this person.
      if (isSessionOver(error)) return step.kept && keepSteps(step.ownerId, [step.kept]);
      if (!(error instanceof Discarded)) toast({ variant: "error", text: textOf(error) });
      step.onRefused?.();
      return queryClient.invalidateQueries({ queryKey: key });
    },
  } as const;
  const { mutate: send } = useMutation({ ...options, scope: { id: "todo" } });
  const { mutate: sendLater } = useMutation(options);
  return useCallback((step) => (step.isWanted ? sendLater : send)({ ...step, ownerId }), [send, sendLater, ownerId]);
}

const isSessionOver = (error: Error) =>
  error instanceof Refusal && error.status === commonRefusals.invalid_token.status;
