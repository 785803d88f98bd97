import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, use } from "react";
import type { Input, Operation, Output } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { call, type Transport } from "#web/call.ts";

export const TransportContext = createContext<Transport | null>(null);

export function useTransport(): Transport {
  const transport = use(TransportContext);
  if (transport === null) throw new Error("no transport: render inside startWeb");
  return transport;
}

/** The query of one operation: for `useRead`, and to prefetch before a screen opens. */
export const readOptions = <Op extends Operation>(transport: Transport, operation: Op, input: Input<Op>) =>
  queryOptions<Output<Op>, Error>({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => call(transport, operation, input, { signal }),
    retry: (failures, error) => failures < 2 && isPassing(error),
  });

type ReadOptions = { readonly isEnabled?: boolean; readonly keepsPrevious?: boolean; readonly everyMs?: number };

/** Reads an operation and keeps it in the cache. `keepsPrevious` shows the old answer while the next one loads. */
export function useRead<Op extends Operation>(
  operation: Op,
  input: Input<Op>,
  { isEnabled = true, keepsPrevious = false, everyMs }: ReadOptions = {},
): UseQueryResult<Output<Op>, Error> {
  const transport = useTransport();
  return useQuery({
    ...readOptions(transport, operation, input),
    enabled: isEnabled,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** Sends an operation that changes something, then reads again what it `refreshes`. */
export function useWrite<Op extends Operation>(
  operation: Op,
  { refreshes = [] }: { readonly refreshes?: readonly Operation[] } = {},
): UseMutationResult<Output<Op>, Error, Input<Op>> {
  const transport = useTransport();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<Op>) => call(transport, operation, input),
    onSuccess: () => refresh(queryClient, refreshes),
  });
}

export const refresh = (queryClient: QueryClient, operations: readonly Operation[]) =>
  Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: [nameOf(operation)] })));

export const keyOf = (operation: Operation, input: unknown) => [nameOf(operation), input] as const;

const nameOf = (operation: Operation) => `${operation.method} ${operation.path}`;

/** Worth another try: the database or the network was away, and reading twice changes nothing. */
const isPassing = (error: Error) => error instanceof Refusal && (error.status === 503 || error.status === 504);
