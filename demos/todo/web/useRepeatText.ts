import type { Repeat, Rhythm } from "#demos/todo/contract/repeat.ts";
import { formatDayMonth, formatHijriDate, formatLongDate } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** `Every 2 weeks on Friday`, `Every month on day 21`, `Every Hijri year on 1 Ramadan`, `Every month, after it is done`. */
export function useRepeatText(): (repeat: Repeat) => string {
  const t = useMessages("todo");
  const language = useLanguage();
  return (repeat) => {
    const rhythm = t(`repeat.${repeat.unit}`, { count: repeat.every });
    if (repeat.from === "done") return t("repeat.afterDone", { rhythm });
    const on = dayTexts[repeat.unit]?.(language, repeat.begin);
    if (on === undefined) return rhythm;
    const isNumber = repeat.unit === "month" || repeat.unit === "hijriMonth";
    return t("repeat.onDay", { rhythm, day: isNumber ? t("repeat.dayNumber", { day: on }) : on });
  };
}

type DayText = (language: "en" | "ar", day: string) => string;

/** Without the year, which changes: `1 Ramadan 1448 AH` as `1 Ramadan`. */
const withoutYear = (text: string) => text.replace(/[\s,،]*\p{Nd}{4}.*$/u, "");
const firstNumber = (text: string) => /\p{Nd}+/u.exec(text)?.[0] ?? text;

const dayTexts: Readonly<Partial<Record<Rhythm["unit"], DayText>>> = {
  week: (language, day) => formatLongDate(language, day).split(/[\s,،]+/u)[0]!,
  month: (_language, day) => String(Number(day.slice(8, 10))),
  year: formatDayMonth,
  hijriMonth: (language, day) => firstNumber(formatHijriDate(language, day)),
  hijriYear: (language, day) => withoutYear(formatHijriDate(language, day)),
};
