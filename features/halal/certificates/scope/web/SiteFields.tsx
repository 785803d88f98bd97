import { ActionIcon, Button, Checkbox, Select, TextInput } from "@mantine/core";
import { countryCodes } from "#base/countries.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/scope/web/SitesField.module.css";
import { countryName } from "#web/formats.ts";
import { IconMapPin, IconTrash } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { SiteInput } from "#features/halal/certificates/record/fields.ts";

type SiteFieldsProps = {
  readonly site: SiteInput;
  readonly onChange: (part: Partial<SiteInput>) => void;
  readonly onRemove: () => void;
};

/** One place as the document writes it, and whether it is a retailer's location. */
export function SiteFields({ site, onChange, onRemove }: SiteFieldsProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const countries = countryCodes.map((code) => ({ value: code, label: countryName(language, code) }));
  return (
    <div className={classes.site}>
      <TextInput
        label={t("site.name")}
        required
        maxLength={certificateLimits.siteNameMax}
        value={site.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label={t("site.address")}
        maxLength={certificateLimits.addressMax}
        value={site.address ?? ""}
        onChange={({ currentTarget }) => onChange({ address: currentTarget.value === "" ? null : currentTarget.value })}
      />
      <Select
        label={t("site.country")}
        data={countries}
        value={site.country}
        searchable
        clearable
        comboboxProps={{ withinPortal: true }}
        onChange={(country) => onChange({ country })}
      />
      <Checkbox
        label={t("site.isHeadquarters")}
        checked={site.isHeadquarters}
        onChange={({ currentTarget }) => onChange({ isHeadquarters: currentTarget.checked })}
      />
      <ActionIcon variant="subtle" color="red" aria-label={t("site.remove", { name: site.name })} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {site.locationId !== null && (
        <p className={classes.place}>
          <IconMapPin size={16} aria-hidden />
          {t("site.isPlace")}
          <Button variant="subtle" size="compact-xs" onClick={() => onChange({ locationId: null })}>
            {t("site.forgetPlace")}
          </Button>
        </p>
      )}
    </div>
  );
}
