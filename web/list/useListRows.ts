import { keepPreviousData, queryOptions, skipToken, useMutation, useQuery } from "@tanstack/react-query";
import type { Input, Operation } from "#base/contract.ts";
import type { Page, Total } from "#base/list.ts";
import { call } from "#web/call.ts";
import { grammarOf, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import { inputOf, type ListState, narrowingOf } from "#web/list/listUrl.ts";
import { keyOf, readOptions } from "#web/operations.ts";
import { type ApiClient, useApiClient } from "#web/useApiClient.ts";

/** Reads the rows for `state`, and how many match. Previous rows stay until the new ones are loaded. */
export function useListRows<Row extends ListRow>(list: ListDefinition<Row>, state: ListState) {
  const reach = useApiClient();
  const rows = useQuery({ ...rowsOptions(reach, list, state), placeholderData: keepPreviousData }, reach.queryClient);
  const total = useTotal(list, state);
  const countExactly = useMutation({ mutationFn: () => readCounted(reach, list, state, "exact") }, reach.queryClient);
  return { rows, total, countExactly };
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
