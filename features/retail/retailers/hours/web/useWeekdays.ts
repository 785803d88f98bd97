import { useMemo } from "react";
import { useSettings } from "#web/settings/useSettings.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The weekdays by name, in the order of the calendar’s week. 0 is Sunday. */
export function useWeekdays(): readonly { readonly day: number; readonly name: string }[] {
  const language = useLanguage();
  const { weekStart } = useSettings();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
    return Array.from({ length: 7 }, (_, place) => {
      const day = (weekStart + place) % 7;
      // 4 January 1970 was a Sunday.
      return { day, name: format.format(Date.UTC(1970, 0, 4 + day)) };
    });
  }, [language, weekStart]);
}
