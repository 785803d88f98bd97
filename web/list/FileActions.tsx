import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Input, Operation } from "#base/contract.ts";
import { download } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconDownload, IconUpload } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useReach } from "#web/useReach.ts";

type FileActionsProps<Exporting extends Operation> = {
  /** Where files are read in, for whoever may. */
  readonly importing: { readonly operation: Operation; readonly to: `/apps/import/${string}`; readonly label: string };
  readonly exporting: { readonly operation: Exporting; readonly input: Input<Exporting>; readonly label: string };
};

/** Import and export of what is shown whole, and not as a list: that has these by itself. */
export function FileActions<Exporting extends Operation>({ importing, exporting }: FileActionsProps<Exporting>) {
  const can = useCan();
  const toast = useToast();
  const { transport, queryClient } = useReach();
  const saving = useMutation(
    {
      mutationFn: async () => saveFile(await download(transport, exporting.operation, exporting.input)),
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  return (
    <>
      <LinkButton
        operation={importing.operation}
        to={importing.to}
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
      >
        {importing.label}
      </LinkButton>
      {can(exporting.operation) && (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {exporting.label}
        </Button>
      )}
    </>
  );
}
