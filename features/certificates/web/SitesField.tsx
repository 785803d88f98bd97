import { ActionIcon, Button, Checkbox, Select, TextInput } from "@mantine/core";
import { countryCodes } from "#base/countries.ts";
import { newId } from "#web/newId.ts";
import { certificateLimits } from "#features/certificates/contract/vocabulary.ts";
import type { SiteInput } from "#features/certificates/contract/records.ts";
import classes from "#features/certificates/web/SitesField.module.css";
import { countryName } from "#web/formats.ts";
import { useField } from "#web/record/useField.tsx";
import { IconPlus, IconTrash } from "#web/ui/icons.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

const newSite = (isHeadquarters: boolean): SiteInput => ({
  id: newId(),
  name: "",
  address: null,
  country: null,
  locationId: null,
  isHeadquarters,
});

/** The places that the certificate names: of a multi-site scope all of them. */
export function SitesField() {
  const t = useWords("certificates");
  const language = useLanguage();
  const { value, change, input } = useField<readonly SiteInput[]>("sites");
  const put = (at: number, part: Partial<SiteInput>) =>
    change(value.map((site, place) => (place === at ? { ...site, ...part } : site)));
  const countries = countryCodes.map((code) => ({ value: code, label: countryName(language, code) }));
  return (
    <fieldset className={classes.sites} data-field="sites">
      <legend>{t("fields.sites")}</legend>
      {value.map((site, at) => (
        <div key={site.id} className={classes.site}>
          <TextInput
            label={t("site.name")}
            required
            maxLength={certificateLimits.siteNameMax}
            value={site.name}
            onChange={({ currentTarget }) => put(at, { name: currentTarget.value })}
          />
          <TextInput
            label={t("site.address")}
            maxLength={certificateLimits.addressMax}
            value={site.address ?? ""}
            onChange={({ currentTarget }) =>
              put(at, { address: currentTarget.value === "" ? null : currentTarget.value })
            }
          />
          <Select
            label={t("site.country")}
            data={countries}
            value={site.country}
            searchable
            clearable
            comboboxProps={{ withinPortal: true }}
            onChange={(country) => put(at, { country })}
          />
          <Checkbox
            label={t("site.isHeadquarters")}
            checked={site.isHeadquarters}
            onChange={({ currentTarget }) => put(at, { isHeadquarters: currentTarget.checked })}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t("site.remove", { name: site.name })}
            onClick={() => change(value.filter((_, place) => place !== at))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {input.error}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={value.length >= certificateLimits.sitesMax}
        onClick={() => change([...value, newSite(value.length === 0)])}
      >
        {t("site.add")}
      </Button>
    </fieldset>
  );
}
