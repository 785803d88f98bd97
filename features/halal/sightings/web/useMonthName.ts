import { computedStart, type HijriMonth } from "#base/hijriMonths.ts";
import { formatHijriMonth } from "#web/formats.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The name of a month, such as `Ramadan 1448`. */
export function useMonthName(): (month: HijriMonth) => string {
  const language = useLanguage();
  return (month) => formatHijriMonth(language, computedStart(month));
}
