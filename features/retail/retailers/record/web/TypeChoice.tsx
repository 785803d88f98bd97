import { useState } from "react";
import { pickType } from "#features/retail/retailers/record/web/usePickables.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useMessages } from "#web/useMessages.ts";

type TypeChoiceProps = { readonly onChange: (input: { readonly retailerTypeId: string } | null) => void };

/** The type that many retailers are to be given. */
export function TypeChoice({ onChange }: TypeChoiceProps) {
  const t = useMessages("retailers");
  const [value, setValue] = useState<string | null>(null);
  return (
    <RecordPicker
      label={t("fields.retailerTypeId")}
      required
      source={pickType}
      nothingFound={t("nothingFound")}
      value={value}
      onChange={(retailerTypeId) => {
        setValue(retailerTypeId);
        onChange(retailerTypeId === null ? null : { retailerTypeId });
      }}
    />
  );
}
