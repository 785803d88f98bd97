import { useMutation } from "@tanstack/react-query";
import type { TableFormat } from "#base/tableFormats.ts";
import type { CellContext, ListDefinition } from "#web/list/defineList.ts";
import type { ListState } from "#web/list/listUrl.ts";
import type { ListPreferences } from "#web/list/preferences.ts";
import { textOf } from "#web/textOf.ts";
import { useExportFile } from "#web/list/useExportFile.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** The number of records that an address can name (`anyOf` in base/list.ts). */
export const exportIdsMax = 250;

/** Null means every record that matches the filter. CSV by default. */
export type StartExport = (ids: readonly string[] | null, format?: TableFormat) => void;

/** Exports the filtered or the named records, with the visible columns and in the words of the screen. */
export function useExport(
  list: ListDefinition<never>,
  state: ListState,
  preferences: ListPreferences,
  context: CellContext,
): { readonly start: StartExport; readonly isPending: boolean } {
  const { queryClient } = useApiClient();
  const toast = useToast();
  const exportFile = useExportFile();
  const { mutate, isPending } = useMutation(
    {
      mutationFn: async ({ ids, format }: { ids: readonly string[] | null; format: TableFormat }) => {
        const { exportRequest } = await import("#web/list/exportRequest.ts");
        const { request, texts } = exportRequest({ list, state, preferences, context, ids });
        await exportFile({ operation: list.exporting!, input: request, format, texts });
      },
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  return { start: (ids, format = "csv") => mutate({ ids, format }), isPending };
}
