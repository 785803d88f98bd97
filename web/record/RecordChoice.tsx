import { useState } from "react";
import { RecordPicker, type RecordPickerProps } from "#web/record/RecordPicker.tsx";

type RecordChoiceProps = Omit<RecordPickerProps, "value">;

/** The record that a bulk action needs, such as the category to move products to. Nothing is chosen at first. */
export function RecordChoice({ onChange, ...picker }: RecordChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <RecordPicker
      {...picker}
      value={chosen}
      onChange={(id) => {
        setChosen(id);
        onChange(id);
      }}
    />
  );
}
