import { Select } from "@mantine/core";
import { halalRelevances } from "#features/categories/contract.ts";
import { useWords } from "#web/useWords.ts";

type RelevanceFilterProps = { readonly value: string; readonly onChange: (value: string) => void };

/** Narrows the tree to what holds after inheritance. */
export function RelevanceFilter({ value, onChange }: RelevanceFilterProps) {
  const t = useWords("categories");
  const shellWords = useWords();
  return (
    <Select
      aria-label={t("fields.halalRelevance")}
      placeholder={t("anyRelevance")}
      data={halalRelevances.map((each) => ({ value: each, label: t(`relevance.${each}`) }))}
      value={value || null}
      clearable
      clearButtonProps={{ "aria-label": shellWords("buttons.clear") }}
      onChange={(next) => onChange(next ?? "")}
      w={200}
    />
  );
}
