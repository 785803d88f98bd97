import { Button } from "@mantine/core";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { type Location, retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { isFinal } from "#features/retail/retailers/record/contract.ts";
import { LocationRow } from "#features/retail/retailers/locations/web/LocationRow.tsx";
import { LocationMap, pointsOf } from "#features/retail/retailers/locations/web/LocationMap.tsx";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconMapPin, IconPlus } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

const LocationDialog = lazy(() =>
  import("#features/retail/retailers/locations/web/LocationDialog.tsx").then((module) => ({
    default: module.LocationDialog,
  })),
);

type LocationsTabProps = {
  readonly retailer: Retailer;
  /** With the dialog for a new one open. */
  readonly startsAdding?: boolean;
};

/** Where a retailer is: on the map and in a list. Exactly one place is the primary one. */
export function LocationsTab({ retailer, startsAdding = false }: LocationsTabProps) {
  const t = useMessages("retailers");
  const can = useCan();
  const remove = useRemoval(retailer.id);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [edited, setEdited] = useState<Location | "new" | null>(
    startsAdding && can(retailerLocations.save) ? "new" : null,
  );
  const { data, error, refetch, isFetching } = useRead(retailerLocations.list, { id: retailer.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={4} rowPx={64} />;
  const mayChange = can(retailerLocations.save) && !isFinal(retailer.status);
  const { rows, version } = data;
  return (
    <div className={classes.part}>
      <Places points={pointsOf(rows)} selectedId={selectedId} onSelect={setSelectedId} />
      <CardSection
        title={t("tabs.locations")}
        lead={t("locations.lead")}
        badge={
          mayChange && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited("new")}>
              {t("locations.add")}
            </Button>
          )
        }
      >
        {rows.length === 0 ? (
          <EmptyState
            icon={<IconMapPin size={24} aria-hidden />}
            title={t("locations.none")}
            text={t(retailer.type.isOnline ? "locations.noneOnline" : "locations.noneText")}
          />
        ) : (
          <CardLines label={t("tabs.locations")}>
            {rows.map((location) => (
              <LocationRow
                key={location.id}
                location={location}
                timezone={location.timezone ?? retailer.timezone}
                {...(mayChange
                  ? { onEdit: () => setEdited(location), onRemove: () => void remove(location, version) }
                  : {})}
              />
            ))}
          </CardLines>
        )}
      </CardSection>
      <Suspense>
        {edited && (
          <LocationDialog
            retailer={retailer}
            version={version}
            location={edited === "new" ? null : edited}
            isFirst={rows.length === 0}
            others={rows.filter((row) => row !== edited)}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The map, if any location has coordinates. */
const Places = (props: ComponentProps<typeof LocationMap>) =>
  props.points.length > 0 && (
    <LocationMap key={props.points.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(" ")} {...props} />
  );

/** Asks, and takes a location away. */
function useRemoval(id: string) {
  const t = useMessages("retailers");
  const confirm = useConfirm();
  const { transport } = useApiClient();
  const { attempt } = usePartMutations();
  return async ({ id: locationId, name }: Location, version: number) => {
    const at = { id, version, locationId };
    // What cannot be done cannot be tried out either: doing it tells why.
    const impact = await askImpact(transport, retailerLocations.previewRemoval, at).catch(() => null);
    const withImpact = impact?.consequences.filter(({ count }) => count > 0) ?? [];
    const question = {
      title: t("locations.removeTitle", { name }),
      text: (
        <>
          {t("locations.removeText")}
          {withImpact.length > 0 && <Consequences consequences={withImpact} />}
        </>
      ),
      confirmLabel: t("locations.remove"),
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    const asShown = impact ? { fingerprint: impact.fingerprint } : {};
    await attempt(retailerLocations.remove, { ...at, ...asShown }, t("locations.removed", { name }));
  };
}
