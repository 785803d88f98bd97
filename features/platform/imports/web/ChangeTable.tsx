import { useState } from "react";
import { type Import, imports } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/ChangeTable.module.css";
import { ProblemPages } from "#features/platform/imports/web/ProblemPages.tsx";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const pageRows = 10;

/** Changes to existing records, field by field, before anything is written. */
export function ChangeTable({ record }: { readonly record: Import }) {
  const t = useMessages("imports");
  const language = useLanguage();
  const [page, setPage] = useState(0);
  const { data, error, refetch, isFetching } = useRead(
    imports.changes,
    { importId: record.id, skip: page * pageRows, limit: pageRows, language },
    { keepsPrevious: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={4} />;
  if (data.count === 0) return null;
  const value = (text: string) =>
    text === "" ? <span className={classes.dim}>{t("problems.empty")}</span> : <bdi title={text}>{text}</bdi>;
  return (
    <section className={classes.changes}>
      <h2>{t("changes.title")}</h2>
      <div
        className={classes.region}
        role="region"
        aria-label={t("changes.title")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so the keyboard must reach it
        tabIndex={0}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("problems.row")}</th>
              <th scope="col">{t("changes.record")}</th>
              <th scope="col">{t("changes.field")}</th>
              <th scope="col">{t("changes.before")}</th>
              <th scope="col">{t("changes.after")}</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((change) => (
              <tr key={change.number}>
                <td className={classes.dim}>
                  <bdi>{formatNumber(language, change.rowNumber)}</bdi>
                </td>
                <td>
                  <bdi>{change.record}</bdi>
                </td>
                <td>{change.field}</td>
                <td className={classes.before}>{value(change.before)}</td>
                <td className={classes.after}>{value(change.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ProblemPages of="changes" page={page} pageRows={pageRows} count={data.count} onPage={setPage} />
    </section>
  );
}
