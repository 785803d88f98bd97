import { useMutation } from "@tanstack/react-query";
import { download } from "#web/call.ts";
import type { CellContext, ListDefinition } from "#web/list/defineList.ts";
import type { ListState } from "#web/list/listUrl.ts";
import type { ListPreferences } from "#web/list/preferences.ts";
import { textOf } from "#web/textOf.ts";
import { useSaveExport } from "#web/list/useSaveExport.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** The number of records that an address can name (`anyOf` in base/list.ts). */
export const exportIdsMax = 250;

/** Downloads a CSV of the filtered or the named records, with the visible columns and in the words of the screen. */
export function useExport(
  list: ListDefinition<never>,
  state: ListState,
  preferences: ListPreferences,
  context: CellContext,
) {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  const save = useSaveExport();
  return useMutation(
    {
      mutationFn: async (ids: readonly string[] | null) => {
        const { exportRequest } = await import("#web/list/exportRequest.ts");
        const { request, texts } = exportRequest({ list, state, preferences, context, ids });
        await save(await download(transport, list.exporting!, request as never), texts);
      },
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
}
