import { MultiSelect } from "@mantine/core";
import { certifiers } from "#features/halal/certifiers/contract.ts";
import { memberLimits } from "#features/loyalty/members/fields.ts";
import { useRead } from "#web/operations.ts";
import { useField } from "#web/record/useField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The certifying bodies whose certificates the member accepts. */
export function CertifiersField() {
  const t = useMessages("members");
  const recordMessages = useMessages("record");
  const language = useLanguage();
  const { value, change, input } = useField<readonly string[]>("certifierIds");
  const { data } = useRead(certifiers.list, { sort: "acronym", limit: 100, count: "none" });
  return (
    <MultiSelect
      {...input}
      label={t("fields.certifierIds")}
      description={t("hints.certifierIds")}
      data={(data?.rows ?? []).map(({ id, acronym, name, nameI18n }) => ({
        value: id,
        label: `${acronym} · ${nameI18n[language] ?? name}`,
      }))}
      // Until their names are known, nothing is shown: the kit would show ids.
      value={data ? [...value] : []}
      searchable
      hidePickedOptions
      maxValues={memberLimits.certifiersMax}
      nothingFoundMessage={recordMessages("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onChange={change}
    />
  );
}
