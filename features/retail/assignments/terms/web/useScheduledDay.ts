import { dayIn } from "#base/days.ts";
import type { Placement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { formatPlannedDay } from "#web/formats.ts";
import { useNow } from "#web/record/useNow.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The first day of the entered period, as text, if it is after today at the retailer; else null. */
export function useScheduledDay({ period: { startsOn }, timezone }: Placement): string | null {
  const language = useLanguage();
  const now = useNow();
  const today = dayIn(new Date(now).toISOString(), timezone ?? "UTC");
  return startsOn !== undefined && startsOn > today ? formatPlannedDay(language, startsOn) : null;
}
