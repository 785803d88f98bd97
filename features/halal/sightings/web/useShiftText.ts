import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The distance of a first day from the computed one: `1 day earlier than computed`. */
export function useShiftText(): (days: number) => string {
  const t = useMessages("sightings");
  const language = useLanguage();
  return (days) => {
    if (days === 0) return t("asComputed");
    const count = Math.abs(days);
    return t(days < 0 ? "earlier" : "later", { count, figure: formatNumber(language, count) });
  };
}
