import { useMutation } from "@tanstack/react-query";
import { exportFiles } from "#base/exports.ts";
import { call, download, requestFor } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Without a server the pages of the site have no address that the browser could fetch the file from. */
declare const __BROWSER_HOST__: boolean;

/** Downloads a prepared export. From a server the browser itself fetches it, so a long file is never in memory. */
export function useDownloadExport() {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  return useMutation(
    {
      mutationFn: async (exportId: string) => {
        const { ticket } = await call(transport, exportFiles.createTicket, { exportId });
        const input = { exportId, ticket };
        if (__BROWSER_HOST__) return saveFile(await download(transport, exportFiles.download, input));
        const link = document.createElement("a");
        link.href = requestFor(exportFiles.download, input).url;
        link.download = "";
        link.click();
      },
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
}
