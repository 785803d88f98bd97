import { useMutation } from "@tanstack/react-query";
import { columnsUnder, shownColumns } from "#web/list/columnChoice.ts";
import { download } from "#web/call.ts";
import { grammarOf, type ListDefinition } from "#web/list/defineList.ts";
import { orderInput, type ListState, narrowingOf } from "#web/list/listUrl.ts";
import type { ListPreferences } from "#web/list/preferences.ts";
import { textOf } from "#web/textOf.ts";
import { useSaveExport } from "#web/list/useSaveExport.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** The number of records that an address can name (`anyOf` in base/list.ts). */
export const exportIdsMax = 250;

/** Downloads a CSV of the filtered or the named records, with the visible columns. */
export function useExport(list: ListDefinition<never>, state: ListState, { columns }: ListPreferences) {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  const save = useSaveExport();
  return useMutation(
    {
      mutationFn: async (ids: readonly string[] | null) => {
        const grammar = grammarOf(list);
        const filters = ids === null ? state.filters : {};
        const input = {
          ...(ids === null ? narrowingOf(state, grammar) : { ids }),
          ...orderInput({ order: state.order, filters }, grammar),
          columns: shownColumns(columnsUnder(list.columns, filters), columns).map(({ id }) => id),
        };
        await save(await download(transport, list.exporting!, input as never));
      },
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
}
