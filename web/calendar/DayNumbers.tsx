import { type Day, hijriOf } from "#base/days.ts";
import { formatNumber } from "#web/formats.ts";
import { useSettings } from "#web/settings/useSettings.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The number of a day in its month and, smaller, its Hijri number if the user wants it. */
export function DayNumbers({ day }: { readonly day: Day }) {
  const language = useLanguage();
  const { isHijriShown } = useSettings();
  return (
    <>
      <span>{formatNumber(language, Number(day.slice(8)))}</span>
      {isHijriShown && <small>{formatNumber(language, hijriOf(day).day)}</small>}
    </>
  );
}
