import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Total } from "#base/list.ts";
import type { ListDefinition } from "#web/list/defineList.ts";
import type { ListState } from "#web/list/listUrl.ts";
import { rowsOptions, useTotal } from "#web/list/useListRows.ts";
import { useApiClient } from "#web/useApiClient.ts";

const thinkingMs = 250;

/** How many records match filters that are not applied yet. Reads the page, so that it shows at once when they are. */
export function useDraftTotal(list: ListDefinition<never>, draft: ListState): Total | null {
  const reach = useApiClient();
  // By its text: a draft is a new object at every render.
  const [settled] = useDebouncedValue(JSON.stringify({ ...draft, place: null }), thinkingMs);
  const state = JSON.parse(settled) as ListState;
  useQuery(rowsOptions(reach, list, state), reach.queryClient);
  return useTotal(list, state);
}
