import { useState } from "react";
import classes from "#features/loyalty/promocodes/redemptions/web/DayChart.module.css";
import { formatDate, formatDayMonth } from "#web/formats.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { rangeOf } from "#web/ui/chartRange.ts";
import { LineChart } from "#web/ui/LineChart.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DayChartProps = {
  readonly title: string;
  /** Oldest first. */
  readonly days: readonly { readonly day: string; readonly value: number }[];
  readonly textOf: (value: number) => string;
  readonly valueTitle: string;
  /** Shown instead of a chart that would be a line at zero. */
  readonly none: string;
};

/** A value by day, as a chart from zero or as a table. */
export function DayChart({ title, days, textOf, valueTitle, none }: DayChartProps) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const [isTable, setTable] = useState(false);
  const values = days.map(({ value }) => value);
  if (values.every((value) => value === 0))
    return (
      <CardSection title={title}>
        <p>{none}</p>
      </CardSection>
    );
  const total = textOf(values.reduce((sum, value) => sum + value, 0));
  const summary = t("results.summary", {
    title,
    from: formatDate(language, days[0]!.day),
    to: formatDate(language, days.at(-1)!.day),
    total,
    most: textOf(Math.max(...values)),
  });
  return (
    <CardSection
      title={title}
      lead={t("results.total", { total })}
      badge={
        <button type="button" className={classes.toggle} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t("results.asTable")}
        </button>
      }
    >
      <div className={classes.body}>
        {isTable ? (
          // Focusable, so that it scrolls by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t("results.day")}</th>
                  <th scope="col">{valueTitle}</th>
                </tr>
              </thead>
              <tbody>
                {days.toReversed().map(({ day, value }) => (
                  <tr key={day}>
                    <th scope="row">{formatDate(language, day)}</th>
                    <td>{textOf(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <LineChart
            lines={[{ values }]}
            range={rangeOf([0, ...values])}
            tickText={textOf}
            labelOf={(place) => formatDayMonth(language, days[place]!.day)}
            summary={summary}
          />
        )}
      </div>
    </CardSection>
  );
}
