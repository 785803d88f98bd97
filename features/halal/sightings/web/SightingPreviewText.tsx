import { Alert } from "@mantine/core";
import type { SightingPreview } from "#features/halal/sightings/contract.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const isPossible = (length: number) => length === 29 || length === 30;

/** What saving would change: the first day, the days with other opening hours, and the number of locations. */
export function SightingPreviewText({ preview }: { readonly preview: SightingPreview }) {
  const t = useMessages("sightings");
  const language = useLanguage();
  const { startBefore, start, previousLength, length, movedDays, locationsCount, retailersCount } = preview;
  const shown = (day: string) => formatDate(language, day);
  const figured = (count: number) => ({ count, figure: formatNumber(language, count) });
  const isMoved = startBefore !== start;
  return (
    <Alert color={isPossible(length) && isPossible(previousLength) ? "blue" : "yellow"} title={t("preview.title")}>
      <p>
        {isMoved
          ? t("preview.moved", { before: shown(startBefore), after: shown(start) })
          : t("preview.same", { day: shown(start) })}
      </p>
      {movedDays.map(({ day, isRamadan }) => (
        <p key={day}>{t(isRamadan ? "preview.becomesRamadan" : "preview.becomesRegular", { day: shown(day) })}</p>
      ))}
      {movedDays.length > 0 ? (
        <p>
          {t("preview.locations", figured(locationsCount))} {t("preview.retailers", figured(retailersCount))}
        </p>
      ) : (
        <p>{t("preview.noHours")}</p>
      )}
      {!isPossible(length) && <p>{t("preview.length", figured(length))}</p>}
      {!isPossible(previousLength) && <p>{t("preview.previousLength", figured(previousLength))}</p>}
    </Alert>
  );
}
