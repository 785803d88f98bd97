import type { Location } from "#features/retail/retailers/locations/contract.ts";
import { OpeningStatusBadge } from "#features/retail/retailers/hours/web/OpeningStatusBadge.tsx";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { CardLine } from "#web/ui/CardLine.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconMapPin, IconPencil, IconTrash } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

type LocationLineProps = {
  readonly location: Location;
  readonly timezone: string | null;
  readonly onEdit?: () => void;
  readonly onRemove?: () => void;
};

/** One place of a retailer: where it is, and whether it is open. */
export function LocationRow({ location, timezone, onEdit, onRemove }: LocationLineProps) {
  const t = useMessages("retailers");
  const { name, isPrimary } = location;
  return (
    <CardLine
      icon={<IconMapPin size={20} aria-hidden />}
      name={name}
      actions={
        <span className={classes.actions}>
          {isPrimary && <StatusBadge tone="info">{t("locations.primary")}</StatusBadge>}
          <OpeningStatusBadge location={location} timezone={timezone} />
          {onEdit && (
            <IconButton label={t("locations.edit", { name })} size="sm" onClick={onEdit}>
              <IconPencil size={16} aria-hidden />
            </IconButton>
          )}
          {onRemove && (
            <IconButton label={t("locations.removeNamed", { name })} size="sm" onClick={onRemove}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          )}
        </span>
      }
    >
      <LocationFacts location={location} />
    </CardLine>
  );
}

function LocationFacts({ location }: { readonly location: Location }) {
  const { addressLine1, addressLine2, city, region, postalCode, latitude, longitude, gln, phone } = location;
  const address = [addressLine1, addressLine2, city, region, postalCode].filter(Boolean).join(", ");
  const codes = [
    latitude !== null && longitude !== null && `${latitude}, ${longitude}`,
    gln && `GLN ${gln}`,
    phone,
  ].filter(Boolean);
  return (
    <>
      {address && (
        <span>
          <bdi>{address}</bdi>
        </span>
      )}
      {codes.length > 0 && (
        <span>
          <bdi dir="ltr">{codes.join(" · ")}</bdi>
        </span>
      )}
    </>
  );
}
