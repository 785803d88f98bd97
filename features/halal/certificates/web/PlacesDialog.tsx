import { Button, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { searchKey } from "#base/searchKey.ts";
import type { SiteInput } from "#features/halal/certificates/contract/records.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/web/PlacesDialog.module.css";
import { pickRetailer } from "#features/halal/certificates/web/usePickables.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { type Location, retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type PlacesDialogProps = {
  /** The retailer that holds the certificate: its own locations and those of the shops below it. Null: any retailer's. */
  readonly holderId: string | null;
  readonly taken: ReadonlySet<string>;
  /** How many sites may still be added. */
  readonly room: number;
  readonly onAdd: (sites: readonly Partial<SiteInput>[]) => void;
  readonly onClose: () => void;
};

/** Sites out of a retailer's locations: what is known of them is written down for the certificate. */
export function PlacesDialog({ holderId, taken, room, onAdd, onClose }: PlacesDialogProps) {
  const t = useMessages("certificates");
  const shellWords = useMessages();
  const recordWords = useMessages("record");
  const language = useLanguage();
  const [retailerId, setRetailerId] = useState(holderId);
  // Kept over a change of the retailer, so that the shops of a chain are chosen in one go.
  const [chosen, setChosen] = useState<ReadonlyMap<string, Partial<SiteInput>>>(new Map());
  const source = holderId === null ? pickRetailer : { ...pickRetailer, narrowing: { below: holderId } };
  return (
    <Dialog
      isOpen
      title={t("site.pickTitle")}
      onClose={onClose}
      widthPx={560}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellWords("buttons.cancel")}
          </Button>
          <Button
            disabled={chosen.size === 0 || chosen.size > room}
            onClick={() => {
              onAdd([...chosen.values()]);
              onClose();
            }}
          >
            {t("site.pickConfirm", { count: chosen.size, figure: formatNumber(language, chosen.size) })}
          </Button>
        </>
      }
    >
      <RecordPicker
        label={t("site.pickRetailer")}
        source={source}
        nothingFound={recordWords("nothingFound")}
        value={retailerId}
        clearable={retailerId !== holderId}
        onChange={(id) => setRetailerId(id ?? holderId)}
      />
      {retailerId !== null && (
        <Places key={retailerId} retailerId={retailerId} taken={taken} chosen={chosen} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

type PlacesProps = Pick<PlacesDialogProps, "taken"> & {
  readonly retailerId: string;
  readonly chosen: ReadonlyMap<string, Partial<SiteInput>>;
  readonly onChoose: (chosen: ReadonlyMap<string, Partial<SiteInput>>) => void;
};

const searchedFrom = 8;

function Places({ retailerId, taken, chosen, onChoose }: PlacesProps) {
  const t = useMessages("certificates");
  const [typed, setTyped] = useState("");
  const { data, error, refetch } = useRead(retailerLocations.list, { id: retailerId });
  // For the country, where a location says none of its own.
  const { data: retailer } = useRead(retailers.get, { id: retailerId });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !retailer) return <SkeletonRows rows={3} rowPx={48} />;
  const open = data.rows.filter(({ status }) => status !== "closed");
  const shown = open.filter((place) => searchKey(textsOf(place).join(" ")).includes(searchKey(typed)));
  const free = shown.filter(({ id }) => !taken.has(id));
  const put = (places: readonly Location[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const place of places)
      if (isChosen) next.set(place.id, siteOf(place, retailer.country));
      else next.delete(place.id);
    onChoose(next);
  };
  if (open.length === 0) return <p className={classes.none}>{t("site.pickNone")}</p>;
  const count = free.filter(({ id }) => chosen.has(id)).length;
  return (
    <>
      {open.length >= searchedFrom && (
        <TextInput
          mt="sm"
          label={t("site.pickSearch")}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul className={classes.places}>
        {free.length > 1 && (
          <li>
            <Checkbox
              label={<b>{t("site.pickAll")}</b>}
              checked={count === free.length}
              indeterminate={count > 0 && count < free.length}
              onChange={({ currentTarget }) => put(free, currentTarget.checked)}
            />
          </li>
        )}
        {shown.map((place) => (
          <li key={place.id}>
            <Checkbox
              label={<bdi>{place.name}</bdi>}
              description={taken.has(place.id) ? t("site.pickThere") : addressOf(place)}
              disabled={taken.has(place.id)}
              checked={taken.has(place.id) || chosen.has(place.id)}
              onChange={({ currentTarget }) => put([place], currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const textsOf = ({ name, addressLine1, addressLine2, city, postalCode }: Location) =>
  [name, addressLine1, addressLine2, city, postalCode].filter((text) => text !== null);

const addressOf = (place: Location) => textsOf(place).slice(1).join(", ");

const siteOf = (place: Location, country: string | null): Partial<SiteInput> => ({
  name: place.name,
  address: addressOf(place).slice(0, certificateLimits.addressMax) || null,
  country: place.country ?? country,
  locationId: place.id,
});
