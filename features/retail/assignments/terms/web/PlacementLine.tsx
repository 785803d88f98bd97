import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import classes from "#features/retail/assignments/terms/web/PlacementLine.module.css";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { problemAt, type Placement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { formatPlannedDay } from "#web/formats.ts";
import { IconMapPin } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const LocationDialog = lazy(() =>
  import("#features/retail/assignments/terms/web/LocationDialog.tsx").then((module) => ({
    default: module.LocationDialog,
  })),
);

type PlacementLineProps = {
  readonly where: Placement;
  /** The error of the change. */
  readonly error: Error | null;
};

/** Location and period of the selected products in one line, with a button to change them. */
export function PlacementLine({ where, error }: PlacementLineProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const [isOpen, setOpen] = useState(false);
  const { place, retailersCount } = where;
  const period = usePeriodText(where);
  const reported = problemAt(error, "locationId") ?? problemAt(error, "startsOn") ?? problemAt(error, "endsOn");
  const problem = where.isWrong ? t("wrongAmount") : reported;
  const { cap } = where.terms;
  return (
    <div className={classes.line}>
      <IconMapPin size={16} aria-hidden />
      <span className={classes.text} aria-live="polite">
        <bdi>{place?.name ?? (retailersCount > 1 ? t("where.allOfEach") : t("where.all"))}</bdi>
        <span className={classes.days}>{period}</span>
        {cap && (
          <span className={classes.days}>{t("capped", { amount: texts.money(cap.amountMinor, cap.currency) })}</span>
        )}
        {problem !== null && <span className={classes.problem}>{problem}</span>}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t("where.change")}
      </Button>
      {isOpen && (
        <Suspense>
          <LocationDialog where={where} error={error} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** `From now on`, or the entered days. */
function usePeriodText({ asked: { startsOn, endsOn } }: Placement): string {
  const t = useMessages("assignments");
  const language = useLanguage();
  const day = (text: string) => formatPlannedDay(language, text);
  if (startsOn !== "" && endsOn !== "") return t("where.fromUntil", { from: day(startsOn), until: day(endsOn) });
  if (startsOn !== "") return t("where.from", { from: day(startsOn) });
  return endsOn === "" ? t("where.fromNow") : t("where.until", { until: day(endsOn) });
}
