import { Button } from "@mantine/core";
import { type Import, type ImportReport, imports } from "#features/platform/imports/contract.ts";
import { ProblemFilter } from "#features/platform/imports/web/ProblemFilter.tsx";
import { ProblemPages } from "#features/platform/imports/web/ProblemPages.tsx";
import { ProblemRows } from "#features/platform/imports/web/ProblemRows.tsx";
import classes from "#features/platform/imports/web/ProblemTable.module.css";
import { useDownload } from "#features/platform/imports/web/useDownload.ts";
import { problemGroups } from "#features/platform/imports/rules.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconDownload } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const pageRowsOnDesk = 25;
/** The choice comes after the problems there, so the page is short. */
const pageRowsOnPhone = 5;

type ProblemTableProps = { readonly record: Import; readonly report: ImportReport };

/** Every problem, by column and page, and a download of the bad rows. */
export function ProblemTable({ record, report }: ProblemTableProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const pageRows = useIsPhone() ? pageRowsOnPhone : pageRowsOnDesk;
  const [groupName, setGroup] = useSearchParam("problems");
  const [pageText, setPage] = useSearchParam("page");
  const downloadBadRows = useDownload(imports.badRows);
  const groups = problemGroups(report);
  const group = groups.find(({ name }) => name === groupName) ?? groups[0]!;
  const page = Math.min(Math.max(0, Number(pageText) || 0), Math.ceil(group.count / pageRows) - 1);
  const { data, error, refetch, isFetching, isPlaceholderData } = useRead(
    imports.problems,
    { importId: record.id, columns: group.columns, skip: page * pageRows, limit: pageRows, language },
    { keepsPrevious: true },
  );
  return (
    <>
      <div className={classes.tools}>
        <ProblemFilter record={record} groups={groups} current={group.name} onChange={setGroup} />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void downloadBadRows({ importId: record.id, language })}
        >
          {t("problems.download")}
        </Button>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={9} />}
      {data && <ProblemRows record={record} problems={data} isStale={isPlaceholderData} />}
      <ProblemPages
        of="problems"
        page={page}
        pageRows={pageRows}
        count={group.count}
        onPage={(next) => setPage(next === 0 ? "" : String(next))}
      />
    </>
  );
}
