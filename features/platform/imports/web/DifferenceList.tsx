import type { ImportReport } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/DifferenceList.module.css";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DifferenceListProps = { readonly differences: NonNullable<ImportReport["differences"]> };

/** The rows in which this report differs from the confirmed one. */
export function DifferenceList({ differences: { count, rows } }: DifferenceListProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  if (count === 0) return null;
  return (
    <section className={classes.differences}>
      <h2>{t("differences.title", { count, figure: formatNumber(language, count) })}</h2>
      <ul>
        {rows.map(({ rowNumber, before, after }) => (
          <li key={rowNumber}>
            {t(before === after ? "differences.sameOutcome" : "differences.row", {
              row: formatNumber(language, rowNumber),
              before: t(`differences.outcomes.${before}`),
              after: t(`differences.outcomes.${after}`),
            })}
          </li>
        ))}
      </ul>
      {rows.length < count && (
        <p>
          {t("differences.more", { count: count - rows.length, figure: formatNumber(language, count - rows.length) })}
        </p>
      )}
    </section>
  );
}
