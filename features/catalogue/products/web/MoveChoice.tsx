import { useState } from "react";
import { pickCategory } from "#features/catalogue/products/web/usePickables.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useWords } from "#web/useWords.ts";

type MoveChoiceProps = { readonly onChange: (input: { categoryId: string } | null) => void };

/** Where many products go. */
export function MoveChoice({ onChange }: MoveChoiceProps) {
  const t = useWords("products");
  const words = useWords("list");
  const [categoryId, setCategoryId] = useState<string | null>(null);
  return (
    <RecordPicker
      label={t("bulk.move.to")}
      source={pickCategory}
      nothingFound={words("nothingFound")}
      value={categoryId}
      mb="md"
      data-autofocus
      onChange={(id) => {
        setCategoryId(id);
        onChange(id === null ? null : { categoryId: id });
      }}
    />
  );
}
