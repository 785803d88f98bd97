import { recognitions } from "#features/halal/certifiers/contract.ts";
import { RecognitionTable } from "#features/halal/certifiers/web/RecognitionTable.tsx";
import { FileActions } from "#web/list/FileActions.tsx";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Which market recognises which certifier: every market that has a list, by every certifier. */
export function RecognitionScreen() {
  const t = useMessages("certifiers");
  const { data, error, refetch, isFetching } = useRead(recognitions.list, {});
  return (
    <Page
      title={t("recognition.title")}
      layout="fill"
      lead={t("recognition.lead")}
      actions={
        <FileActions
          importing={{ operation: recognitions.importTemplate, to: "/apps/import/recognitions", label: t("import") }}
          exporting={{ operation: recognitions.exportCsv, input: {}, label: t("export") }}
        />
      }
    >
      {data && <RecognitionTable {...data} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={12} />}
    </Page>
  );
}
