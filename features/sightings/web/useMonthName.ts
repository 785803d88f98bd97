import { computedStart, type HijriMonth } from "#base/hijriMonths.ts";
import { formatHijriMonth } from "#web/formats.ts";
import { useLanguage } from "#web/useWords.ts";

/** `Ramadan 1448`: the name that the calendar has for the month that begins on a computed day. */
export function useMonthName(): (month: HijriMonth) => string {
  const language = useLanguage();
  return (month) => formatHijriMonth(language, computedStart(month));
}
