import { distanceKm, type Point } from "#features/retail/retailers/locations/rules.ts";
import type { MapPoint } from "#features/retail/retailers/locations/web/LocationMap.tsx";
import { useWorld } from "#features/retail/retailers/locations/web/useWorld.ts";
import classes from "#features/retail/retailers/locations/web/PointNotes.module.css";
import { countryName, formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type PointNotesProps = {
  readonly point: Point;
  readonly others: readonly MapPoint[];
  readonly country: string | null;
};

/** How far a point is from the retailer's closest other location, and whether it is outside its country. */
export function PointNotes({ point, others, country }: PointNotesProps) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const world = useWorld();
  const [closest] = others
    .map(({ name, ...other }) => ({ name, km: distanceKm(point, other) }))
    .toSorted((one, other) => one.km - other.km);
  const bounds = country === null ? undefined : world?.boundsByCountry.get(country);
  const isOutside =
    bounds !== undefined &&
    (point.latitude < bounds.south - slack ||
      point.latitude > bounds.north + slack ||
      point.longitude < bounds.west - slack ||
      point.longitude > bounds.east + slack);
  return (
    <div className={classes.notes} aria-live="polite">
      {closest && (
        <p>
          {t("coordinates.nearest", {
            distance: formatNumber(language, closest.km, closest.km < 10 ? 1 : 0),
            name: closest.name,
          })}
        </p>
      )}
      {isOutside && (
        <p className={classes.warning}>{t("coordinates.outside", { country: countryName(language, country!) })}</p>
      )}
    </div>
  );
}

/** In degrees: the outline of the coast is a few kilometres off. */
const slack = 0.3;
