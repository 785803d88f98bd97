import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import type { Input, Operation, Output, Reads } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { call, type Transport } from "#web/call.ts";
import { useTransport } from "#web/transport.ts";

const staleMs = 30_000;

// The API may be in this browser, and an unreachable one produces an error: no query waits silently for a network.
const mutations = { networkMode: "always" } as const;
const queries = { ...mutations, staleTime: staleMs, refetchOnReconnect: true };

const clients = new WeakMap<Transport, QueryClient>();

/** The query cache of one transport, and so of one user. */
export function queryClientOf(transport: Transport): QueryClient {
  const known = clients.get(transport) ?? new QueryClient({ defaultOptions: { queries, mutations } });
  clients.set(transport, known);
  return known;
}

/** The query of one operation: for `useRead`, and to prefetch before a screen opens. */
export const readOptions = <Op extends Operation>(transport: Transport, operation: Op, input: Input<Op>) =>
  queryOptions<Output<Op>, Error>({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => call(transport, operation, input, { signal }),
    retry: (failures, error) => failures < 2 && isPassing(error),
  });

type ReadOptions = { readonly isEnabled?: boolean; readonly keepsPrevious?: boolean; readonly everyMs?: number };

/** Reads an operation and caches the result. `keepsPrevious` shows the old result while the next one loads. */
export function useRead<Op extends Operation>(
  operation: Op,
  input: Input<Op>,
  { isEnabled = true, keepsPrevious = false, everyMs }: ReadOptions = {},
): UseQueryResult<Output<Op>, Error> {
  const transport = useTransport();
  return useQuery(
    {
      ...readOptions(transport, operation, input),
      enabled: isEnabled,
      ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
      ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    },
    queryClientOf(transport),
  );
}

/** Sends an operation that changes something, then reads the operations in `refreshes` again. */
export function useWrite<Op extends Operation>(
  operation: Op,
  { refreshes = [] }: { readonly refreshes?: readonly Operation[] } = {},
): UseMutationResult<Output<Op>, Error, Input<Op>> {
  const transport = useTransport();
  const queryClient = queryClientOf(transport);
  return useMutation(
    {
      mutationFn: (input: Input<Op>) => call(transport, operation, input),
      onSuccess: () => refresh(queryClient, refreshes),
    },
    queryClient,
  );
}

export const refresh = (queryClient: QueryClient, operations: readonly Operation[]) =>
  Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: [nameOf(operation)] })));

export function keyOf(operation: Operation, input: unknown) {
  const name = nameOf(operation);
  if (operation.reads) readsByName.set(name, operation.reads);
  return [name, input] as const;
}

/** What the cached queries of an operation show, by the first part of their keys. */
export const readsByName = new Map<unknown, readonly Reads[]>();

const nameOf = (operation: Operation) => `${operation.method} ${operation.path}`;

/** Worth a retry: the database or the network was unavailable, and reading twice changes nothing. */
const isPassing = (error: Error) => error instanceof Refusal && (error.status === 503 || error.status === 504);
