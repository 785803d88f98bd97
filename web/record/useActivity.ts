import { useInfiniteQuery } from "@tanstack/react-query";
import type { Input, Operation } from "#base/contract.ts";
import { call } from "#web/call.ts";
import { keyOf } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** One event in the history of a record, as every area's activity operation returns it. */
export type ActivityEvent = {
  readonly id: number;
  readonly at: string;
  readonly actorName: string;
  /** Of the record, if the history also has events of others. */
  readonly resource?: string;
  readonly action: string;
  readonly reason: string | null;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
};

type Answer = {
  readonly events: readonly ActivityEvent[];
  readonly hasMore: boolean;
  readonly names?: Readonly<Record<string, string>>;
};

/** The history of a record, newest first, loaded page by page. */
export function useActivity(operation: Operation, id: string) {
  const { transport, queryClient } = useApiClient();
  return useInfiniteQuery(
    {
      queryKey: keyOf(operation, { id }),
      queryFn: async ({ pageParam, signal }) => {
        const input = pageParam === null ? { id } : { id, before: pageParam };
        return (await call(transport, operation, input as Input<Operation>, { signal })) as Answer;
      },
      initialPageParam: null as number | null,
      getNextPageParam: ({ events, hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
    },
    queryClient,
  );
}
