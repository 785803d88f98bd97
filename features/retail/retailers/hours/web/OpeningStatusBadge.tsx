import type { Location } from "#features/retail/retailers/locations/contract.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type OpennessBadgeProps = {
  readonly location: Pick<Location, "openness" | "status">;
  readonly timezone: string | null;
};

/** Whether a location is open now, and until when in its own time zone. Nothing if unknown. */
export function OpeningStatusBadge({ location: { openness, status }, timezone }: OpennessBadgeProps) {
  const t = useMessages("retailers");
  const language = useLanguage();
  if (status !== "open") return <StatusBadge tone="mute">{t(`locationStatus.${status}`)}</StatusBadge>;
  if (openness === null) return null;
  const at = openness.changesAt && timezone ? clockThere(language, openness.changesAt, timezone) : null;
  const word = openness.isOpen ? "openNow" : "closedNow";
  return (
    <StatusBadge tone={openness.isOpen ? "ok" : "mute"}>
      {at === null ? t(`openness.${word}`) : t(`openness.${word}Until`, { time: at })}
    </StatusBadge>
  );
}

const clockThere = (language: string, at: string, timeZone: string) =>
  new Intl.DateTimeFormat(`${language === "ar" ? "ar" : "en-GB"}-u-nu-latn`, {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(at));
