import { useMutationState } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Input, Operation, Output } from "#base/contract.ts";
import { useRead } from "#web/operations.ts";
import { applyAll, type Mutation, mutationKeyOf, type OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";

/**
 * What the server last answered, with every pending mutation applied. One that fails is no longer pending, and so takes
 * itself back.
 */
export function useOptimisticRead<Read extends Operation, Saved>(
  queue: OptimisticQueue<Read, Saved>,
  input: Input<Read>,
) {
  const { data: answer, error, refetch, isFetching } = useRead(queue.read, input);
  const pending = useMutationState({
    filters: { mutationKey: mutationKeyOf(queue), status: "pending" },
    select: ({ state }) => state.variables as Mutation<Read>,
  });
  // An input written in place is a new object at every rendering.
  const inputText = JSON.stringify(input);
  const data = useMemo(
    (): Output<Read> | undefined => answer && applyAll(answer, JSON.parse(inputText) as Input<Read>, pending),
    [answer, pending, inputText],
  );
  return { data, error, refetch, isFetching };
}
