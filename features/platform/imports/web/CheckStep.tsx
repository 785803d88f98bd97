import { Button } from "@mantine/core";
import { useState } from "react";
import { type Import, type ImportMode, type ImportTarget, imports } from "#features/platform/imports/contract.ts";
import { ChangeTable } from "#features/platform/imports/web/ChangeTable.tsx";
import classes from "#features/platform/imports/web/CheckStep.module.css";
import { DifferenceList } from "#features/platform/imports/web/DifferenceList.tsx";
import { ImportChoice } from "#features/platform/imports/web/ImportChoice.tsx";
import { ImportPage } from "#features/platform/imports/web/ImportPage.tsx";
import { MappingSummary } from "#features/platform/imports/web/MappingSummary.tsx";
import { NoteList } from "#features/platform/imports/web/NoteList.tsx";
import { NoticeLine } from "#features/platform/imports/web/NoticeLine.tsx";
import { OtherRuns } from "#features/platform/imports/web/OtherRuns.tsx";
import { ProblemTable } from "#features/platform/imports/web/ProblemTable.tsx";
import { ReportFigures } from "#features/platform/imports/web/ReportFigures.tsx";
import { useShowImport } from "#features/platform/imports/web/useShowImport.ts";
import { formatNumber } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconChevronLeft, IconCircleCheck } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type CheckStepProps = { readonly target: ImportTarget; readonly record: Import; readonly onChangeMapping: () => void };

/** The result of the dry run: changes, problems, and the choice. The last screen before anything is written. */
export function CheckStep({ target, record, onChangeMapping }: CheckStepProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const toast = useToast();
  const [mode, setMode] = useState<ImportMode>("good_rows");
  const commit = useWrite(imports.commit);
  const show = useShowImport();
  const { report } = record;
  if (report === null) throw new Error(`the import ${record.id} is checked and has no report`);
  const writable = report.newCount + report.updateCount;
  const isBlocked = mode === "all_or_nothing" && report.badCount > 0;
  const state = writable === 0 ? "nothingToWrite" : isBlocked ? "allMustBeRight" : "nothingYet";
  const handleImport = () =>
    commit.mutate(
      { importId: record.id, mode, language },
      { onSuccess: show, onError: (error) => toast({ variant: "error", text: textOf(error) }) },
    );
  return (
    <ImportPage
      target={target}
      record={record}
      title={t("titles.check")}
      step={3}
      aside={
        <>
          <ImportChoice report={report} rowsCount={record.rowsCount} mode={mode} onChange={setMode} />
          <NoteList notes={report.notes} />
          <MappingSummary target={target} record={record} onChange={onChangeMapping} />
          <OtherRuns target={target} exceptId={record.id} />
        </>
      }
      footer={
        <>
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} className="flip" aria-hidden />}
            onClick={onChangeMapping}
          >
            {t("foot.backToMap")}
          </Button>
          <span role="status" className={classes.state}>
            {t(`foot.${state}`)}
          </span>
          <Button disabled={writable === 0 || isBlocked} loading={commit.isPending} onClick={handleImport}>
            {t("foot.import", { count: writable, figure: formatNumber(language, writable) })}
          </Button>
        </>
      }
    >
      <RunNotice record={record} />
      {report.differences && <DifferenceList differences={report.differences} />}
      <ReportFigures report={report} rowsCount={record.rowsCount} />
      {report.updateCount > 0 && <ChangeTable key={record.id} record={record} />}
      {report.problemCount > 0 ? (
        <ProblemTable record={record} report={report} />
      ) : (
        <EmptyState
          icon={<IconCircleCheck size={24} aria-hidden />}
          title={t("report.allGood")}
          text={t("report.allGoodText")}
        />
      )}
    </ImportPage>
  );
}

/** Why the last run did not finish. */
function RunNotice({ record: { notice, processed } }: { readonly record: Import }) {
  const t = useMessages("imports");
  const language = useLanguage();
  if (notice === "stopped") return <NoticeLine tone="info">{t("report.stopped")}</NoticeLine>;
  if (notice === "changed_meanwhile") return <NoticeLine tone="warn">{t("report.changedMeanwhile")}</NoticeLine>;
  if (notice !== "rights_lost") return null;
  return <NoticeLine tone="warn">{t("report.rightsLost", { figure: formatNumber(language, processed) })}</NoticeLine>;
}
