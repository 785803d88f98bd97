import { useMemo } from "react";
import { weekdayName } from "#web/formats.ts";
import { useSettings } from "#web/settings/useSettings.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The weekdays by name, in the order of the calendar’s week. 0 is Sunday. */
export function useWeekdays(): readonly { readonly day: number; readonly name: string }[] {
  const language = useLanguage();
  const { weekStart } = useSettings();
  return useMemo(
    () =>
      Array.from({ length: 7 }, (_, place) => {
        const day = (weekStart + place) % 7;
        return { day, name: weekdayName(language, day) };
      }),
    [language, weekStart],
  );
}
