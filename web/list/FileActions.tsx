import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Input, Operation } from "#base/contract.ts";
import { ImportButton, type ImportButtonProps } from "#web/list/ImportButton.tsx";
import { useExportFile } from "#web/list/useExportFile.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconDownload } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

type FileActionsProps<Exporting extends Operation> = {
  /** Path of the import screen. Shown to users with the permission. */
  readonly importing: ImportButtonProps;
  readonly exporting: { readonly operation: Exporting; readonly input: Input<Exporting>; readonly label: string };
};

/** Import and export for a screen that shows a whole set of records. Lists have their own buttons. */
export function FileActions<Exporting extends Operation>({ importing, exporting }: FileActionsProps<Exporting>) {
  const can = useCan();
  const toast = useToast();
  const exportFile = useExportFile();
  const { queryClient } = useApiClient();
  const saving = useMutation(
    {
      mutationFn: () => exportFile(exporting),
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  return (
    <>
      <ImportButton {...importing} />
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
