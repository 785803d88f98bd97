import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useMutation,
  usePrefetchQuery,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useState } from "react";
import type { Input, Operation } from "#base/contract.ts";
import type { Page, Total } from "#base/list.ts";
import { call, isPassing } from "#web/call.ts";
import { grammarOf, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import { inputOf, type ListState, narrowingOf } from "#web/list/listUrl.ts";
import { keyOf, readOptions } from "#web/operations.ts";
import { type ApiClient, useApiClient } from "#web/useApiClient.ts";

/** Time until the next attempt while the server can't be reached. */
const outageMs = 10_000;

/** Reads the rows for `state`, and how many match. Previous rows stay until the new ones are loaded. */
export function useListRows<Row extends ListRow>(list: ListDefinition<Row>, state: ListState) {
  const reach = useApiClient();
  const options = rowsOptions(reach, list, state);
  const refetchInterval = ({ state: { error } }: { state: { error: Error | null } }) =>
    error !== null && isPassing(error) ? outageMs : false;
  // While the screen is drawn for the first time, not after.
  usePrefetchQuery(options, reach.queryClient);
  const query = useQuery({ ...options, placeholderData: keepPreviousData, refetchInterval }, reach.queryClient);
  const rows = useShownPage(query);
  const total = useTotal(list, state);
  const countExactly = useMutation({ mutationFn: () => readCounted(reach, list, state, "exact") }, reach.queryClient);
  return { rows, total, countExactly };
}

type LastPage<Row> = { readonly data: Page<Row>; readonly at: number };

/** What a list shows: its page or, while the server can't be reached, the last page that it read. */
function useShownPage<Row extends ListRow>(query: UseQueryResult<Page<Row>, Error>) {
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const [last, setLast] = useState<LastPage<Row> | null>(null);
  const [outage, setOutage] = useState<Error | null>(null);
  const isRead = query.isSuccess && !isPlaceholderData;
  if (isRead && last?.at !== dataUpdatedAt) setLast({ data: query.data, at: dataUpdatedAt });
  // Kept during the next attempt, in which the query has no error.
  if (error !== null && error !== outage && isPassing(error)) setOutage(error);
  if (outage !== null && (isRead || (error !== null && !isPassing(error)))) setOutage(null);
  const shown = data ?? (outage === null ? undefined : last?.data);
  return {
    data: shown,
    error,
    isFetching,
    refetch,
    isPlaceholderData: isPlaceholderData || shown !== data,
    /** Why these rows are not the current ones, and when they were. */
    outage: outage !== null && shown !== undefined && last !== null ? { error: outage, since: last.at } : null,
  };
}

/** The number of matching records, once a page has been read. Counted once per filter, not once per page. */
export function useTotal(list: ListDefinition<never>, state: ListState): Total | null {
  const { queryClient } = useApiClient();
  const { data } = useQuery<Total>({ queryKey: totalKey(list, state), queryFn: skipToken }, queryClient);
  return data ?? null;
}

/** The query of one page. Also used to preload the next page and the neighbours of a record. */
export function rowsOptions<Row extends ListRow>(reach: ApiClient, list: ListDefinition<Row>, state: ListState) {
  const { queryClient, transport } = reach;
  const input = inputOf(state, grammarOf(list)) as Input<Operation>;
  const { queryKey, retry } = readOptions(transport, list.operation, input);
  return queryOptions<Page<Row>, Error>({
    queryKey,
    ...(retry === undefined ? {} : { retry }),
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryState(totalKey(list, state));
      if (known?.data === undefined || known.isInvalidated) return readCounted(reach, list, state, "capped", signal);
      return (await call(transport, list.operation, { ...(input as object), count: "none" }, { signal })) as Page<Row>;
    },
  });
}

async function readCounted<Row extends ListRow>(
  { transport, queryClient }: ApiClient,
  list: ListDefinition<Row>,
  state: ListState,
  count: "capped" | "exact",
  signal?: AbortSignal,
): Promise<Page<Row>> {
  const input = { ...inputOf(state, grammarOf(list)), count };
  const page = (await call(transport, list.operation, input, signal ? { signal } : {})) as Page<Row>;
  queryClient.setQueryData(totalKey(list, state), page.total);
  return page;
}

const totalKey = (list: ListDefinition<never>, state: ListState) =>
  keyOf(list.operation, { total: narrowingOf(state, grammarOf(list)) });
