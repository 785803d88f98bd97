import { useMemo } from "react";
import { addDays, daysBetween, minuteIn } from "#base/days.ts";
import { type Clock, momentDay } from "#demos/todo/rules.ts";
import { formatDate, formatDayMonth, formatHijriDate, formatLongDate, formatTime } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const nearDays = ["yesterday", "today", "tomorrow"] as const;

/** Formats start and due dates. `moment` is a day or an instant, as in the contract. */
export function useMomentText(clock: Clock) {
  const t = useMessages("todo");
  const language = useLanguage();
  return useMemo(() => {
    const { timeZone, today } = clock;
    const hasHour = (moment: string) => moment.length > 10;
    const daysAway = (moment: string) => daysBetween(today, momentDay(moment, timeZone));
    const relativeDay = (moment: string): string => {
      const day = momentDay(moment, timeZone);
      const near = nearDays[daysBetween(today, day) + 1];
      if (near !== undefined) return t(`days.${near}`);
      return day.slice(0, 4) === today.slice(0, 4) ? formatDayMonth(language, day) : formatDate(language, day);
    };
    const withHour = (dayText: string, moment: string) =>
      hasHour(moment) ? t("days.withHour", { day: dayText, hour: formatTime(language, moment) }) : dayText;
    return {
      today,
      tomorrow: addDays(today, 1),
      hasHour,
      daysAway,
      /** Past its time, or past its whole day. */
      isLate: (moment: string) => (hasHour(moment) ? moment < clock.now : daysAway(moment) < 0),
      /** `14:00` today, else `Tomorrow`, `24 Nov`. */
      short: (moment: string) =>
        hasHour(moment) && daysAway(moment) === 0 ? formatTime(language, moment) : relativeDay(moment),
      /** `Tomorrow, 10:00`. */
      whole: (moment: string) => withHour(relativeDay(moment), moment),
      /** `Saturday 21 November 2026, 10:00`. */
      long: (moment: string) => withHour(formatLongDate(language, momentDay(moment, timeZone)), moment),
      /** `11 Jumada II 1448`. */
      hijri: (moment: string) => formatHijriDate(language, momentDay(moment, timeZone)),
      /** `10:00` as in a time field, or nothing. */
      clockTime: (moment: string) => (hasHour(moment) ? clockTimeOf(minuteIn(moment, timeZone)) : ""),
    };
  }, [clock, t, language]);
}

const clockTimeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
