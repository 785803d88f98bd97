import { useState } from "react";
import { pickCategory } from "#features/catalogue/products/web/usePickables.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useMessages } from "#web/useMessages.ts";

type MoveChoiceProps = { readonly onChange: (input: { categoryId: string } | null) => void };

/** Where many products go. */
export function MoveChoice({ onChange }: MoveChoiceProps) {
  const t = useMessages("products");
  const words = useMessages("list");
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
