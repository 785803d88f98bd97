import type { Import, ImportProblem } from "#features/platform/imports/contract.ts";
import { FixButton } from "#features/platform/imports/web/FixButton.tsx";
import classes from "#features/platform/imports/web/ProblemRows.module.css";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ProblemRowsProps = {
  readonly record: Import;
  readonly problems: readonly ImportProblem[];
  /** Another page is loading. */
  readonly isStale: boolean;
};

/** Row, column, value, problem, and suggestion. */
export function ProblemRows({ record, problems, isStale }: ProblemRowsProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const nameOf = (column: number | null) =>
    column === null ? "" : record.columns[column]?.header || t("map.unnamed", { number: column + 1 });
  return (
    <div
      className={classes.region}
      data-stale={isStale || undefined}
      role="region"
      aria-label={t("problems.all")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so the keyboard must reach it
      tabIndex={0}
    >
      <table className={classes.table} aria-busy={isStale}>
        <thead>
          <tr>
            <th scope="col">{t("problems.row")}</th>
            <th scope="col">{t("problems.column")}</th>
            <th scope="col">{t("problems.value")}</th>
            <th scope="col">{t("problems.wrong")}</th>
            <th scope="col">{t("problems.right")}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <tr key={problem.number}>
              <td className={classes.number}>
                <span className="only-on-phone">{t("problems.row")} </span>
                <bdi>{formatNumber(language, problem.rowNumber)}</bdi>
              </td>
              <td className={classes.column}>
                {problem.column === null ? (
                  <span className={classes.dim}>{t("problems.wholeRow")}</span>
                ) : (
                  <bdi>{nameOf(problem.column)}</bdi>
                )}
              </td>
              <td className={classes.cell}>
                {problem.value !== "" && (
                  <bdi className={classes.value} title={problem.value}>
                    {problem.value}
                  </bdi>
                )}
                {problem.value === "" && problem.column !== null && (
                  <span className={classes.dim}>{t("problems.empty")}</span>
                )}
              </td>
              <td className={classes.wrong}>{problem.sentence}</td>
              <td className={classes.right}>
                {problem.suggestion === null ? (
                  <span className={classes.dim} title={problem.advice}>
                    {problem.advice}
                  </span>
                ) : (
                  <bdi className={classes.suggestion} title={problem.suggestion}>
                    {problem.suggestion}
                  </bdi>
                )}
                <FixButton record={record} problem={problem} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
