import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { newId } from "#web/newId.ts";
import {
  type Location,
  LocationInput,
  locationStatuses,
  retailerLocations,
} from "#features/retail/retailers/locations/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { emptyLocation, locationErrors } from "#features/retail/retailers/locations/rules.ts";
import { CoordinatesField } from "#features/retail/retailers/locations/web/CoordinatesField.tsx";
import { DegreesField } from "#features/retail/retailers/locations/web/DegreesField.tsx";
import { LocationMap, pointsOf } from "#features/retail/retailers/locations/web/LocationMap.tsx";
import { PointNotes } from "#features/retail/retailers/locations/web/PointNotes.tsx";
import { PartDialog } from "#features/retail/retailers/record/web/PartDialog.tsx";
import { TimeZoneField } from "#features/retail/retailers/locations/web/TimeZoneField.tsx";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { CountryField } from "#web/record/CountryField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { type PreviewToken, saveWithPreview } from "#web/record/saveWithPreview.ts";
import { useField } from "#web/record/useField.tsx";
import { useImpactConfirmation } from "#web/record/useImpactConfirmation.ts";
import { ImpactConfirmation } from "#web/record/ImpactConfirmation.tsx";
import { CopyLine } from "#web/ui/CopyLine.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

type LocationDialogProps = {
  readonly retailer: Retailer;
  readonly version: number;
  /** Null: a new one. */
  readonly location: Location | null;
  readonly isFirst: boolean;
  readonly others: readonly Location[];
  readonly onClose: () => void;
};

/** One place of a retailer: where it is, and how it is reached. */
export function LocationDialog({ retailer, version, location, isFirst, others, onClose }: LocationDialogProps) {
  const t = useMessages("retailers");
  const { refreshAll } = usePartMutations();
  const { impact, save } = useSave({ retailer, version, location });
  const initial: LocationInput = location ? inputOf(location) : { ...emptyLocation, isPrimary: isFirst };
  const dialog = (
    <PartDialog
      title={location ? t("locations.edit", { name: location.name }) : t("locations.add")}
      schema={LocationInput}
      errorsOf={locationErrors}
      initial={initial}
      widthPx={720}
      onSave={save}
      onConflict={() => void refreshAll()}
      // Esc is heard by every layer: while the question lies on top it is meant for that alone.
      onClose={impact ? ignore : onClose}
    >
      <TextField name="name" label={t("location.name")} isRequired />
      <ChoiceField
        name="status"
        label={t("fields.status")}
        isRequired
        choices={locationStatuses.map((value) => ({ value, label: t(`locationStatus.${value}`) }))}
      />
      <TextField name="addressLine1" label={t("location.addressLine1")} />
      <TextField name="addressLine2" label={t("location.addressLine2")} />
      <TextField name="city" label={t("location.city")} />
      <TextField name="region" label={t("location.region")} />
      <TextField name="postalCode" kind="code" label={t("location.postalCode")} />
      <CountryField name="country" label={t("location.country")} />
      <TextField name="phone" kind="code" inputMode="tel" label={t("location.phone")} hint={t("hints.phone")} />
      <TextField name="gln" kind="code" inputMode="numeric" label={t("fields.gln")} />
      <TimeZoneField name="timezone" label={t("fields.timezone")} hint={t("hints.locationZone")} />
      <PrimaryField />
      <CoordinatesField />
      <DegreesField name="latitude" label={t("location.latitude")} hint={t("hints.degrees")} />
      <DegreesField name="longitude" label={t("location.longitude")} />
      <PointOnMap others={others} country={retailer.country} />
      {location && <TillIds retailerId={retailer.id} locationId={location.id} />}
    </PartDialog>
  );
  return (
    <>
      {dialog}
      <ImpactConfirmation impact={impact} />
    </>
  );
}

const ignore = () => {};

/** What a till sends with each call. */
function TillIds({ retailerId, locationId }: { readonly retailerId: string; readonly locationId: string }) {
  const t = useMessages("retailers");
  return (
    <section data-wide>
      <h3>{t("location.tillIds")}</h3>
      <CopyLine label={t("location.retailerId")} text={retailerId} />
      <CopyLine label={t("location.locationId")} text={locationId} />
      <a href={`/till/?retailer=${retailerId}&location=${locationId}`} target="_blank" rel="noreferrer">
        {t("location.openTill")}
      </a>
    </section>
  );
}

/** Saves a location; one that is added, closed or opened again once it was seen what that stops. */
function useSave({ retailer, version, location }: Pick<LocationDialogProps, "retailer" | "version" | "location">) {
  const t = useMessages("retailers");
  const toast = useToast();
  const { transport } = useApiClient();
  const { send } = usePartMutations();
  const { impact, confirmImpact } = useImpactConfirmation();
  const [freshId] = useState(newId);
  const save = async (values: LocationInput): Promise<void | false> => {
    const at = { id: retailer.id, version };
    const written = { ...at, locationId: location?.id ?? freshId, ...values };
    const source = {
      withImpact: {
        fields: ["status"] as const,
        preview: () => askImpact(transport, retailerLocations.previewSave, written),
      },
      update: (_: unknown, __: unknown, asShown: PreviewToken) =>
        send(retailerLocations.save, { ...written, ...asShown }),
    };
    const patch = location?.status === values.status ? {} : { status: values.status };
    if ((await saveWithPreview<Pick<LocationInput, "status">, unknown>(source, patch, at, confirmImpact)) === null)
      return false;
    toast({ text: t("locations.saved", { name: values.name }) });
    return undefined;
  };
  return { impact, save };
}

const inputOf = (location: Location): LocationInput =>
  Object.fromEntries(
    Object.keys(emptyLocation).map((name) => [name, location[name as keyof LocationInput]]),
  ) as LocationInput;

function PrimaryField() {
  const t = useMessages("retailers");
  const { value, change, input } = useField<boolean>("isPrimary");
  const { error: _, inputWrapperOrder: __, ...box } = input;
  return (
    <Checkbox
      {...box}
      label={t("location.isPrimary")}
      description={t("hints.isPrimary")}
      checked={value}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}

type PointOnMapProps = {
  readonly others: readonly Location[];
  /** The retailer's, which a location without a country of its own has. */
  readonly country: string | null;
};

/** The point as it is typed, on the map with the other locations; and the map to point at, which types it. */
function PointOnMap({ others, country }: PointOnMapProps) {
  const t = useMessages("retailers");
  const { setValue } = useFormContext<LocationInput>();
  const [latitude, longitude, ownCountry] = useWatch<LocationInput, ["latitude", "longitude", "country"]>({
    name: ["latitude", "longitude", "country"],
  });
  const isPoint = typeof latitude === "number" && typeof longitude === "number";
  const isReal = isPoint && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const point = isReal ? { latitude, longitude } : null;
  const around = pointsOf(others.map((other) => ({ ...other, isPrimary: false })));
  const points = point ? [...around, { id: "point", name: t("location.point"), ...point, isPrimary: true }] : around;
  const handlePick = (north: number, east: number) => {
    setValue("latitude", north, { shouldDirty: true, shouldValidate: true });
    setValue("longitude", east, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div data-wide>
      <LocationMap points={points} around={point ? [point] : points} onPick={handlePick} />
      {point && <PointNotes point={point} others={around} country={ownCountry ?? country} />}
    </div>
  );
}
