import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { addMonths, type Day } from "#base/days.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { EffectiveState } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/calendar/web/CalendarScreen.module.css";
import { DayNumbers } from "#web/calendar/DayNumbers.tsx";
import { hijriMonthsOf, isSameMonth, weeksOf } from "#web/calendar/month.ts";
import { MonthButton } from "#web/calendar/MonthButton.tsx";
import { MonthTable } from "#web/calendar/MonthTable.tsx";
import { formatLongDate, formatMonth, formatNumber } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useRead } from "#web/operations.ts";
import { useNow } from "#web/record/useNow.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { CalendarDay } from "#features/halal/certificates/calendar/contract.ts";

/** On which days certificates end: a month with its Hijri days beside. */
export function CalendarScreen() {
  const t = useMessages("certificates");
  const shellMessages = useMessages();
  const language = useLanguage();
  const today = localDay(useNow());
  const [asked, setAsked] = useSearchParam("month");
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7);
  const first = `${month}-01`;
  const days = weeksOf(language, first).flat();
  const { data, error, refetch } = useRead(
    certificates.readCalendar,
    { from: days[0]!, to: days.at(-1)! },
    { keepsPrevious: true },
  );
  const byDay = new Map((data?.days ?? []).map((each) => [each.day, each]));
  const go = (months: number) => setAsked(addMonths(first, months).slice(0, 7));
  useKeys([
    { keys: "j", label: shellMessages("calendar.next"), onKey: () => go(1) },
    { keys: "k", label: shellMessages("calendar.previous"), onKey: () => go(-1) },
    { keys: "t", label: t("calendar.today"), onKey: () => setAsked("") },
  ]);
  return (
    <Page
      title={t("calendar.title")}
      breadcrumbs={[{ title: t("title"), to: "/apps/cert/certs" }, { title: t("calendar.title") }]}
      keepsActions
      actions={
        <>
          <MonthButton to="previous" onClick={() => go(-1)} />
          <Button variant="default" onClick={() => setAsked("")}>
            {t("calendar.today")}
          </Button>
          <MonthButton to="next" onClick={() => go(1)} />
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <h2 className={classes.month} aria-live="polite">
        {formatMonth(language, first)} <span>{hijriMonthsOf(language, first)}</span>
      </h2>
      <MonthTable month={first} role="table" className={classes.table}>
        {(day) => (
          <DayCell day={day} isToday={day === today} isOther={!isSameMonth(day, first)} ends={byDay.get(day)} />
        )}
      </MonthTable>
    </Page>
  );
}

type DayCellProps = {
  readonly day: Day;
  readonly isToday: boolean;
  readonly isOther: boolean;
  readonly ends: CalendarDay | undefined;
};

function DayCell({ day, isToday, isOther, ends }: DayCellProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const more = ends ? ends.count - ends.entries.length : 0;
  return (
    <div
      role="cell"
      className={classes.day}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      data-empty={ends === undefined || undefined}
      title={formatLongDate(language, day)}
    >
      <p className={classes.number}>
        <DayNumbers day={day} />
      </p>
      {ends?.entries.map(({ id, code, holderName, body, effectiveState }) => (
        <Link
          key={id}
          to={`/apps/cert/certs/${id}`}
          className={classes.entry}
          dir="auto"
          data-state={effectiveState as EffectiveState}
          title={`${code} · ${holderName}`}
        >
          <bdi>{holderName}</bdi> <small>{body}</small>
        </Link>
      ))}
      {more > 0 && (
        <Link to="/apps/cert/certs" search={{ expiresFrom: day, expiresTo: day }} className={classes.more}>
          {t("impact.more", { figure: formatNumber(language, more) })}
        </Link>
      )}
    </div>
  );
}
