import { NativeSelect } from "@mantine/core";
import { halalRelevances } from "#features/catalogue/categories/fields.ts";
import { useMessages } from "#web/useMessages.ts";

type RelevanceFilterProps = { readonly value: string; readonly onChange: (value: string) => void };

/** Narrows the tree to what holds after inheritance. */
export function RelevanceFilter({ value, onChange }: RelevanceFilterProps) {
  const t = useMessages("categories");
  const named = halalRelevances.map((each) => ({ value: each, label: t(`halalRelevance.${each}`) }));
  return (
    <NativeSelect
      aria-label={t("fields.halalRelevance")}
      data={[{ value: "", label: t("anyRelevance") }, ...named]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      w={200}
    />
  );
}
