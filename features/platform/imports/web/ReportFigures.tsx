import type { ImportReport } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/ReportFigures.module.css";
import { formatNumber } from "#web/formats.ts";
import { IconAlertCircle, IconCircleCheck } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ReportFiguresProps = { readonly report: ImportReport; readonly rowsCount: number };

/** Rows read, valid and with problems, also as a bar. */
export function ReportFigures({ report, rowsCount }: ReportFiguresProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const figure = (value: number) => formatNumber(language, value);
  const { newCount, updateCount, unchangedCount, badCount, problemColumns, durationMs } = report;
  const part = (key: "news" | "updates" | "unchanged", count: number) =>
    t(`report.${key}`, { count, figure: figure(count) });
  const parts = [
    part("news", newCount),
    part("updates", updateCount),
    ...(unchangedCount > 0 ? [part("unchanged", unchangedCount)] : []),
  ].join(t("report.comma"));
  const columns = t("report.inColumns", { count: problemColumns.length, figure: figure(problemColumns.length) });
  return (
    <div className={classes.report}>
      <dl className={classes.figures}>
        <div>
          <dt>{t("report.rows")}</dt>
          <dd className={classes.figure}>{figure(rowsCount)}</dd>
          <dd className={classes.more}>
            {t("report.duration", { figure: formatNumber(language, durationMs / 1000, 1) })}
          </dd>
        </div>
        <div>
          <dt data-tone="ok">
            <IconCircleCheck size={16} aria-hidden />
            <span>{t("report.ready")}</span>
          </dt>
          <dd className={classes.figure}>{figure(newCount + updateCount + unchangedCount)}</dd>
          <dd className={classes.more}>{parts}</dd>
        </div>
        <div>
          <dt data-tone={badCount > 0 ? "error" : undefined}>
            <IconAlertCircle size={16} aria-hidden />
            <span>{t("report.bad")}</span>
          </dt>
          <dd className={classes.figure}>{figure(badCount)}</dd>
          <dd className={classes.more}>{badCount > 0 ? columns : t("report.noProblems")}</dd>
        </div>
      </dl>
      <div
        className={classes.bar}
        role="img"
        aria-label={[parts, `${figure(badCount)} ${t("report.bad")}`].join(t("report.comma"))}
      >
        {(["new", "update", "unchanged", "bad"] as const).map((kind) => {
          const count = report[`${kind}Count`];
          return count > 0 && <i key={kind} data-kind={kind} style={{ flexGrow: count }} />;
        })}
      </div>
    </div>
  );
}
