import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useWatch } from "react-hook-form";
import { newId } from "#web/newId.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import { SiteFields } from "#features/halal/certificates/scope/web/SiteFields.tsx";
import classes from "#features/halal/certificates/scope/web/SitesField.module.css";
import { placeOperations } from "#features/halal/certificates/web/usePickables.ts";
import { useOperations } from "#web/list/useOperations.ts";
import { useField } from "#web/record/useField.tsx";
import { useCan } from "#web/session.tsx";
import { IconMapPin, IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";
import type { CertificateInput, SiteInput } from "#features/halal/certificates/record/fields.ts";

const PlacesDialog = lazy(() =>
  import("#features/halal/certificates/scope/web/PlacesDialog.tsx").then((module) => ({
    default: module.PlacesDialog,
  })),
);

const newSite = (isHeadquarters: boolean): SiteInput => ({
  id: newId(),
  name: "",
  address: null,
  country: null,
  locationId: null,
  isHeadquarters,
});

/** The places that the certificate names: of a multi-site scope all of them. Shops may be chosen from a retailer's locations. */
export function SitesField() {
  const t = useMessages("certificates");
  const { value, change, input } = useField<readonly SiteInput[]>("sites");
  const [kind, holderRetailerId] = useWatch<CertificateInput, ["kind", "holderRetailerId"]>({
    name: ["kind", "holderRetailerId"],
  });
  const holderType = useWatch<CertificateInput, "holderType">({ name: "holderType" });
  const mayPick = useMayPick() && (kind === "premise" || holderType === "retailer");
  const [isPicking, setPicking] = useState(false);
  const room = certificateLimits.sitesMax - value.length;
  const put = (at: number, part: Partial<SiteInput>) =>
    change(value.map((site, place) => (place === at ? { ...site, ...part } : site)));
  return (
    <fieldset className={classes.sites} data-field="sites">
      <legend>{t("fields.sites")}</legend>
      {kind === "premise" && holderType === "retailer" && <p className={classes.hint}>{t("hints.sites")}</p>}
      {value.map((site, at) => (
        <SiteFields
          key={site.id}
          site={site}
          onChange={(part) => put(at, part)}
          onRemove={() => change(value.filter((_, place) => place !== at))}
        />
      ))}
      {input.error}
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={room <= 0}
          onClick={() => change([...value, newSite(value.length === 0)])}
        >
          {t("site.add")}
        </Button>
        {mayPick && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMapPin size={16} aria-hidden />}
            disabled={room <= 0}
            onClick={() => setPicking(true)}
          >
            {t("site.pick")}
          </Button>
        )}
      </div>
      <Suspense>
        {isPicking && (
          <PlacesDialog
            holderId={holderType === "retailer" ? holderRetailerId : null}
            taken={new Set(value.flatMap(({ locationId }) => locationId ?? []))}
            room={room}
            onAdd={(added) =>
              change([...value, ...added.map((site, at) => ({ ...newSite(value.length + at === 0), ...site }))])
            }
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </fieldset>
  );
}

function useMayPick(): boolean {
  const can = useCan();
  const [listPlaces] = useOperations(placeOperations);
  return listPlaces !== undefined && can(listPlaces);
}
