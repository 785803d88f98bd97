import { useCallback } from "react";
import { isUnreachable } from "#web/call.ts";
import { blobOptions } from "#web/files/useFileBlob.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Downloads a file under its original name; without a connection the one that `stored` answers, if it has it. */
export function useFileSaving(stored?: (fileId: string) => Promise<File | null>): (fileId: string) => Promise<void> {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  return useCallback(
    async (fileId) => {
      try {
        saveFile(await queryClient.query(blobOptions(transport, { id: fileId, size: "large" })));
      } catch (error) {
        const file = isUnreachable(error) ? await stored?.(fileId) : null;
        if (file) saveFile(file);
        else toast({ variant: "error", text: textOf(error) });
      }
    },
    [transport, queryClient, toast, stored],
  );
}
