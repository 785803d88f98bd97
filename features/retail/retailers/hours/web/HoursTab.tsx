import { Select } from "@mantine/core";
import { useState } from "react";
import { retailerHours, type Span } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { isFinal } from "#features/retail/retailers/record/contract.ts";
import { ClosuresSection } from "#features/retail/retailers/hours/web/ClosuresSection.tsx";
import { HoursEditor } from "#features/retail/retailers/hours/web/HoursEditor.tsx";
import { OpeningStatusBadge } from "#features/retail/retailers/hours/web/OpeningStatusBadge.tsx";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { useRead } from "#web/operations.ts";
import { LeaveGuard } from "#web/record/LeaveGuard.tsx";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconClock } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** When the places of a retailer are open, season by season, and when they are closed all the same. */
export function HoursTab({ retailer }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  const can = useCan();
  const locations = useRead(retailerLocations.list, { id: retailer.id });
  const hours = useRead(retailerHours.read, { id: retailer.id });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [typedByLocation, setTyped] = useState<Readonly<Record<string, readonly Span[] | null>>>({});
  const error = locations.error ?? hours.error;
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([locations.refetch(), hours.refetch()])}
        isRetrying={false}
      />
    );
  if (!locations.data || !hours.data) return <SkeletonRows rows={7} rowPx={48} />;
  const { rows } = locations.data;
  const chosen = rows.find(({ id }) => id === chosenId) ?? rows[0];
  const isReadOnly = !can(retailerHours.save) || isFinal(retailer.status);
  if (chosen === undefined)
    return <EmptyState icon={<IconClock size={24} aria-hidden />} title={t("hours.none")} text={t("hours.noneText")} />;
  const spans = hours.data.byLocation[chosen.id] ?? [];
  const zone = chosen.timezone ?? retailer.timezone;
  return (
    <div className={classes.part}>
      <CardSection
        title={t("hours.title")}
        lead={zone === null ? t("hours.noZone") : t("hours.lead", { zone })}
        badge={<OpeningStatusBadge location={chosen} timezone={zone} />}
      >
        {rows.length > 1 && (
          <Select
            label={t("hours.of")}
            mb="md"
            maw={360}
            allowDeselect={false}
            data={rows.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen.id}
            onChange={setChosenId}
          />
        )}
        <HoursEditor
          key={chosen.id}
          retailer={retailer}
          version={hours.data.version}
          location={chosen}
          others={rows.filter(({ id }) => id !== chosen.id)}
          spans={spans}
          typed={typedByLocation[chosen.id] ?? null}
          onType={(typed) => setTyped((before) => ({ ...before, [chosen.id]: typed }))}
          ramadan={hours.data.ramadan[chosen.id]}
          isReadOnly={isReadOnly}
        />
      </CardSection>
      <LeaveGuard
        isOnTab
        isChanged={() => Object.values(typedByLocation).some((typed) => typed !== null)}
        onLeave={() => setTyped({})}
      />
      <ClosuresSection retailer={retailer} hours={hours.data} locations={rows} isReadOnly={isReadOnly} />
    </div>
  );
}
