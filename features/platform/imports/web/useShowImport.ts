import { type Import, imports } from "#features/platform/imports/contract.ts";
import { keyOf } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage } from "#web/useMessages.ts";

/**
 * Shows the import from a call's response. With a single database connection, reading it again would wait until the run
 * that the call started is over.
 */
export function useShowImport(): (record: Import) => void {
  const { queryClient } = useApiClient();
  const language = useLanguage();
  return (record) => void queryClient.setQueryData(keyOf(imports.read, { importId: record.id, language }), record);
}
