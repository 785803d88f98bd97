import { pickType } from "#features/retail/retailers/record/web/usePickables.ts";
import { RecordChoice } from "#web/record/RecordChoice.tsx";
import { useMessages } from "#web/useMessages.ts";

type TypeChoiceProps = { readonly onChange: (input: { readonly retailerTypeId: string } | null) => void };

/** The type that many retailers are changed to. */
export function TypeChoice({ onChange }: TypeChoiceProps) {
  const t = useMessages("retailers");
  return (
    <RecordChoice
      label={t("fields.retailerTypeId")}
      required
      source={pickType}
      nothingFound={t("nothingFound")}
      onChange={(retailerTypeId) => onChange(retailerTypeId === null ? null : { retailerTypeId })}
    />
  );
}
