import { standardName } from "#base/halal.ts";
import { MultiSelect } from "@mantine/core";
import { certificates } from "#features/halal/certificates/contract.ts";
import { useRead } from "#web/operations.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The standards that the certificate names, each with its edition. */
export function StandardsField() {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const { value, change, input } = useField<readonly string[]>("standardIds");
  const { data } = useRead(certificates.choices, {});
  return (
    <MultiSelect
      {...input}
      label={t("fields.standardIds")}
      data={(data?.standards ?? [])
        .filter(({ id, isArchived }) => !isArchived || value.includes(id))
        .map((standard) => ({ value: standard.id, label: `${standardName(standard)} · ${standard.title}` }))}
      // Until their names are known, nothing is shown: the kit would show ids.
      value={data ? [...value] : []}
      searchable
      hidePickedOptions
      nothingFoundMessage={recordMessages("nothingFound")}
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onChange={change}
    />
  );
}
