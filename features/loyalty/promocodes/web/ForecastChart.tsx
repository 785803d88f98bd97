import type { ForecastResult } from "#features/loyalty/promocodes/contract/forecasts.ts";
import classes from "#features/loyalty/promocodes/web/ForecastChart.module.css";
import { formatDate, formatDayMonth, formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ForecastChartProps = {
  readonly days: ForecastResult["days"];
  readonly money: (amountMinor: number) => string;
};

/** The cost of each day as bars, the oldest first; and the same as a table for screen readers. */
export function ForecastChart({ days, money }: ForecastChartProps) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const most = Math.max(...days.map(({ costMinor }) => costMinor), 1);
  const text = ({ day, uses, costMinor }: (typeof days)[number]) =>
    t("forecast.day", { day: formatDate(language, day), cost: money(costMinor), uses: formatNumber(language, uses) });
  return (
    <figure className={classes.chart}>
      <figcaption>{t("forecast.chart")}</figcaption>
      <div className={classes.plot} aria-hidden>
        {days.map((each) => (
          <i key={each.day} title={text(each)} style={{ blockSize: `${(100 * each.costMinor) / most}%` }} />
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{formatDayMonth(language, days[0]!.day)}</span>
        <span>{t("forecast.most", { cost: money(most) })}</span>
        <span>{formatDayMonth(language, days.at(-1)!.day)}</span>
      </div>
      <ul className={classes.spoken}>
        {days.map((each) => (
          <li key={each.day}>{text(each)}</li>
        ))}
      </ul>
    </figure>
  );
}
