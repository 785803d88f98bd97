import { addMs, dayMs, instant } from "#base/time.ts";
import { apiKeys } from "#features/access/api-keys/contract.ts";
import classes from "#features/access/api-keys/web/UsagePanel.module.css";
import { formatDayMonth, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useNow } from "#web/record/useNow.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const daysShown = 30;

/** A key's calls on each of the last days; the figures are also in a table for users who can't see the bars. */
export function UsagePanel({ id }: { readonly id: string }) {
  const t = useMessages("apiKeys");
  const language = useLanguage();
  const now = useNow();
  const { data, error, refetch, isFetching } = useRead(apiKeys.usage, { id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={4} rowPx={40} />;
  const days = filled(data.days, instant(now));
  const most = Math.max(1, ...days.map(({ calls, refused }) => calls + refused));
  const sum = (name: "calls" | "refused") => days.reduce((total, day) => total + day[name], 0);
  return (
    <section className={classes.usage}>
      <h2>{t("usage.title")}</h2>
      <dl className={classes.sums}>
        {(["calls", "refused"] as const).map((name) => (
          <div key={name} data-name={name}>
            <dt>{t(`usage.${name}`)}</dt>
            <dd>{formatNumber(language, sum(name))}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.bars} aria-hidden>
        {days.map(({ day, calls, refused }) => (
          <div key={day} className={classes.day} title={`${formatDayMonth(language, day)}: ${calls} / ${refused}`}>
            <i data-name="refused" style={{ blockSize: `${(refused / most) * 100}%` }} />
            <i data-name="calls" style={{ blockSize: `${(calls / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{formatDayMonth(language, days[0]!.day)}</span>
        <span>{formatDayMonth(language, days.at(-1)!.day)}</span>
      </div>
      <table className="hidden-visually">
        <caption>{t("usage.title")}</caption>
        <thead>
          <tr>
            <th>{t("usage.day")}</th>
            <th>{t("usage.calls")}</th>
            <th>{t("usage.refused")}</th>
          </tr>
        </thead>
        <tbody>
          {data.days.map(({ day, calls, refused }) => (
            <tr key={day}>
              <th>{formatDayMonth(language, day)}</th>
              <td>{formatNumber(language, calls)}</td>
              <td>{formatNumber(language, refused)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Day = { readonly day: string; readonly calls: number; readonly refused: number };

/** Every day, including days without calls. */
function filled(known: readonly Day[], now: string): Day[] {
  const byDay = new Map(known.map((day) => [day.day, day]));
  return Array.from({ length: daysShown }, (_, place) => {
    const day = addMs(now, (place - daysShown + 1) * dayMs).slice(0, 10);
    return byDay.get(day) ?? { day, calls: 0, refused: 0 };
  });
}
