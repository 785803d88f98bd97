import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Closure, type Hours, retailerHours } from "#features/retail/retailers/hours/contract.ts";
import type { Location } from "#features/retail/retailers/locations/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { useWeekdays } from "#features/retail/retailers/hours/web/useWeekdays.ts";
import { formatPlannedDay } from "#web/formats.ts";
import { CardLine, CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconCalendar, IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const ClosureDialog = lazy(() =>
  import("#features/retail/retailers/hours/web/ClosureDialog.tsx").then((module) => ({
    default: module.ClosureDialog,
  })),
);

type ClosuresSectionProps = {
  readonly retailer: Retailer;
  readonly hours: Hours;
  readonly locations: readonly Location[];
  readonly isReadOnly: boolean;
};

/** When places are closed whatever their hours say: on days, or every week for a while. */
export function ClosuresSection({
  retailer,
  hours: { closures, version },
  locations,
  isReadOnly,
}: ClosuresSectionProps) {
  const t = useMessages("retailers");
  const { whenOf, whereOf } = useClosureTexts(locations);
  const { attempt } = usePartMutations();
  const [isAdding, setAdding] = useState(false);
  const handleRemove = (gone: Closure) =>
    void attempt(
      retailerHours.saveClosures,
      { id: retailer.id, version, closures: closures.filter(({ id }) => id !== gone.id) },
      t("closures.removed"),
    );
  return (
    <CardSection
      title={t("closures.title")}
      lead={t("closures.lead")}
      badge={
        !isReadOnly && (
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t("closures.add")}
          </Button>
        )
      }
    >
      {closures.length > 0 && (
        <CardLines label={t("closures.title")}>
          {closures.map((closure) => (
            <CardLine
              key={closure.id}
              icon={<IconCalendar size={20} aria-hidden />}
              name={closure.reason}
              actions={
                !isReadOnly && (
                  <IconButton
                    label={t("closures.remove", { reason: closure.reason })}
                    size="sm"
                    onClick={() => handleRemove(closure)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </IconButton>
                )
              }
            >
              <span>{whenOf(closure)}</span>
              <span>
                <bdi>{whereOf(closure)}</bdi>
              </span>
            </CardLine>
          ))}
        </CardLines>
      )}
      <Suspense>
        {isAdding && (
          <ClosureDialog
            retailer={retailer}
            version={version}
            closures={closures}
            locations={locations}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </CardSection>
  );
}

/** When and where a closure holds, in words. */
function useClosureTexts(locations: readonly Location[]) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const weekdays = useWeekdays();
  const day = (text: string) => formatPlannedDay(language, text);
  const whenOf = (closure: Closure) =>
    closure.kind === "dates"
      ? closure.startsOn === closure.endsOn
        ? day(closure.startsOn)
        : t("closures.days", { from: day(closure.startsOn), to: day(closure.endsOn) })
      : t("closures.weekly", {
          day: weekdays.find((each) => each.day === closure.weekday)?.name,
          from: closure.from,
          to: closure.to,
        });
  const whereOf = ({ locationId }: Closure) =>
    locations.find(({ id }) => id === locationId)?.name ?? t("closures.everywhere");
  return { whenOf, whereOf };
}
