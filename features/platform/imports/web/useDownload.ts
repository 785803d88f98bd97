import type { Input, Operation } from "#base/contract.ts";
import { download } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { useTransport } from "#web/transport.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";

/** Downloads a file; shows the error if it fails. */
export function useDownload<Op extends Operation>(operation: Op): (input: Input<Op>) => Promise<void> {
  const transport = useTransport();
  const toast = useToast();
  return async (input) => {
    try {
      saveFile(await download(transport, operation, input));
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
}
