import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { recognitions } from "#features/certifiers/contract.ts";
import { RecognitionTable } from "#features/certifiers/web/RecognitionTable.tsx";
import { download } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconDownload, IconUpload } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useReach } from "#web/useReach.ts";
import { useWords } from "#web/useWords.ts";

/** Which market recognises which body: every market that has a list, by every body. */
export function RecognitionScreen() {
  const t = useWords("certifiers");
  const { data, error, refetch, isFetching } = useRead(recognitions.list, {});
  return (
    <Page title={t("recognition.title")} layout="fill" lead={t("recognition.lead")} actions={<FileActions />}>
      {data && <RecognitionTable rows={data.rows} bodies={data.bodies} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={12} />}
    </Page>
  );
}

function FileActions() {
  const t = useWords("certifiers");
  const can = useCan();
  const toast = useToast();
  const { transport, queryClient } = useReach();
  const exporting = useMutation(
    {
      mutationFn: async () => saveFile(await download(transport, recognitions.exportCsv, {})),
      onError: (error) => toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
  return (
    <>
      <LinkButton
        operation={recognitions.importTemplate}
        to="/apps/import/recognitions"
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
      >
        {t("import")}
      </LinkButton>
      {can(recognitions.exportCsv) && (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {t("export")}
        </Button>
      )}
    </>
  );
}
