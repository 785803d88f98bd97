import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { addDays, addMonths, type Day, hijriOf, weekdayOf } from "#base/days.ts";
import { certificates } from "#features/certificates/contract.ts";
import type { CalendarDay } from "#features/certificates/contract/scope.ts";
import type { EffectiveState } from "#features/certificates/contract/vocabulary.ts";
import classes from "#features/certificates/web/CalendarScreen.module.css";
import { formatHijriDate, formatLongDate, formatMonth, formatNumber, formatWeekday } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { useRead } from "#web/operations.ts";
import { useNow } from "#web/record/useNow.ts";
import { IconChevronLeft, IconChevronRight } from "#web/ui/icons.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

const weeksShown = 6;
/** Weeks begin on Monday in English and on Sunday in Arabic, as its calendars do. */
const firstWeekday = { en: 1, ar: 0 } as const;

/** On which days certificates end: a month with its Hijri days beside. */
export function CalendarScreen() {
  const t = useWords("certificates");
  const language = useLanguage();
  const today = localDay(useNow());
  const [asked, setAsked] = useSearchParam("month");
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7);
  const first = `${month}-01`;
  const from = addDays(first, -((weekdayOf(first) - firstWeekday[language] + 7) % 7));
  const days = Array.from({ length: weeksShown * 7 }, (_, at) => addDays(from, at));
  const { data, error, refetch } = useRead(
    certificates.readCalendar,
    { from, to: days.at(-1)! },
    { keepsPrevious: true },
  );
  const byDay = new Map((data?.days ?? []).map((each) => [each.day, each]));
  const go = (months: number) => setAsked(addMonths(first, months).slice(0, 7));
  useKeys([
    { keys: "j", label: t("calendar.next"), onKey: () => go(1) },
    { keys: "k", label: t("calendar.previous"), onKey: () => go(-1) },
    { keys: "t", label: t("calendar.today"), onKey: () => setAsked("") },
  ]);
  return (
    <Page
      title={t("calendar.title")}
      breadcrumbs={[{ title: t("title"), to: "/apps/cert/certs" }, { title: t("calendar.title") }]}
      keepsActions
      actions={
        <>
          <IconButton label={t("calendar.previous")} onClick={() => go(-1)}>
            <IconChevronLeft size={18} className="flip" aria-hidden />
          </IconButton>
          <Button variant="default" onClick={() => setAsked("")}>
            {t("calendar.today")}
          </Button>
          <IconButton label={t("calendar.next")} onClick={() => go(1)}>
            <IconChevronRight size={18} className="flip" aria-hidden />
          </IconButton>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <h2 className={classes.month} aria-live="polite">
        {formatMonth(language, first)} <span>{hijriMonths(language, first)}</span>
      </h2>
      <div className={classes.grid} role="table" aria-label={formatMonth(language, first)}>
        <div role="row" className={classes.week}>
          {days.slice(0, 7).map((day) => (
            <span key={day} role="columnheader">
              {formatWeekday(language, day)}
            </span>
          ))}
        </div>
        {Array.from({ length: weeksShown }, (_, week) => (
          <div key={days[week * 7]} role="row" className={classes.week}>
            {days.slice(week * 7, week * 7 + 7).map((day) => (
              <DayCell
                key={day}
                day={day}
                isToday={day === today}
                isOther={!day.startsWith(month)}
                ends={byDay.get(day)}
              />
            ))}
          </div>
        ))}
      </div>
    </Page>
  );
}

/** `Jumada II – Rajab 1448`: a month lies in two of the other calendar. */
function hijriMonths(language: "en" | "ar", first: Day): string {
  const last = addDays(addMonths(first, 1), -1);
  const names = [first, last].map((day) => formatHijriDate(language, day).replace(/^\d+\s/, ""));
  return names[0] === names[1] ? names[0]! : names.join(" – ");
}

type DayCellProps = {
  readonly day: Day;
  readonly isToday: boolean;
  readonly isOther: boolean;
  readonly ends: CalendarDay | undefined;
};

function DayCell({ day, isToday, isOther, ends }: DayCellProps) {
  const t = useWords("certificates");
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
        <b>{formatNumber(language, Number(day.slice(8)))}</b>
        <small>{formatNumber(language, hijriOf(day).day)}</small>
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
