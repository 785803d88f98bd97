import { MultiSelect } from "@mantine/core";
import { productCategoryCodes } from "#features/halal/certificates/contract/vocabulary.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Categories A to K of GSO 2055-2, as bodies write them on a scope. */
export function CategoriesField() {
  const t = useMessages("certificates");
  const { value, change, input } = useField<readonly string[]>("productCategoryCodes");
  return (
    <MultiSelect
      {...input}
      label={t("fields.productCategoryCodes")}
      data={productCategoryCodes.map((code) => ({ value: code, label: `${code} · ${t(`productCategory.${code}`)}` }))}
      value={[...value]}
      hidePickedOptions
      maxDropdownHeight={300}
      comboboxProps={{ withinPortal: true }}
      onChange={change}
    />
  );
}
