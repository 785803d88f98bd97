import { type Day, hijriOf } from "#base/days.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The number of a day in its month and, smaller, its Hijri number. */
export function DayNumbers({ day }: { readonly day: Day }) {
  const language = useLanguage();
  return (
    <>
      <span>{formatNumber(language, Number(day.slice(8)))}</span>
      <small>{formatNumber(language, hijriOf(day).day)}</small>
    </>
  );
}
