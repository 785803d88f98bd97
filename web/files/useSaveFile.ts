import { useCallback } from "react";
import { blobOptions } from "#web/files/useFileBlob.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Downloads a file under its original name. */
export function useFileSaving(): (fileId: string) => Promise<void> {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  return useCallback(
    async (fileId) => {
      try {
        saveFile(await queryClient.query(blobOptions(transport, { id: fileId, size: "large" })));
      } catch (error) {
        toast({ variant: "error", text: textOf(error) });
      }
    },
    [transport, queryClient, toast],
  );
}
