import { Button } from "@mantine/core";
import { academyExtras, type ReportRow } from "#demos/academy/contract.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { formatDate } from "#web/formats.ts";
import { useExportFile } from "#web/list/useExportFile.ts";
import { loadListMessages } from "#web/list/withListMessages.ts";
import { useRead } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconDownload, IconSchool } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Who has started, finished or still has to finish which course; what is overdue comes first. */
export function ReportScreen() {
  const t = useMessages("academy");
  const { data, error, refetch, isFetching } = useRead(academyExtras.report, {});
  return (
    <Page title={t("report.title")} actions={<ExportButton />}>
      {data?.length === 0 && (
        <EmptyState
          icon={<IconSchool size={24} aria-hidden="true" />}
          title={t("report.empty")}
          text={t("report.emptyText")}
        />
      )}
      {data && data.length > 0 && <ReportTable rows={data} />}
      {!data &&
        (error ? (
          <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={8} rowPx={40} />
        ))}
    </Page>
  );
}

function ReportTable({ rows }: { readonly rows: readonly ReportRow[] }) {
  const t = useMessages("academy");
  const language = useLanguage();
  return (
    // A wide table scrolls by itself, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.tableBox} role="region" aria-label={t("report.title")} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("report.name")}</th>
            <th scope="col">{t("report.course")}</th>
            <th scope="col">{t("report.progress")}</th>
            <th scope="col">{t("report.due")}</th>
            <th scope="col">{t("report.finished")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.name} ${row.courseId}`} data-overdue={row.isOverdue || undefined}>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              <td dir="auto">{(language === "ar" && row.titleAr) || row.title}</td>
              <td>{t("progress", { done: row.activeStep, total: row.totalSteps })}</td>
              <td>
                {row.dueOn && formatDate(language, row.dueOn)}
                {row.isOverdue && ` · ${t("report.overdue")}`}
              </td>
              <td>{row.finishedAt && formatDate(language, row.finishedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ExportButton() {
  const t = useMessages("academy");
  const toast = useToast();
  const exportFile = useExportFile();
  const handleExport = async () => {
    try {
      await loadListMessages();
      await exportFile({ operation: academyExtras.exportReport, input: {} });
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      onClick={() => void handleExport()}
    >
      {t("report.export")}
    </Button>
  );
}
