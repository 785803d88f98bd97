import { useState } from "react";
import { pickOpenCertificate } from "#features/catalogue/products/web/usePickables.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useMessages } from "#web/useMessages.ts";

type LinkChoiceProps = { readonly onChange: (input: Readonly<Record<string, unknown>> | null) => void };

/** On which certificate the products are to stand. */
export function LinkChoice({ onChange }: LinkChoiceProps) {
  const t = useMessages("products");
  const words = useMessages("list");
  const [certificateId, setCertificateId] = useState<string | null>(null);
  return (
    <RecordPicker
      label={t("bulk.link.to")}
      description={t("bulk.link.toHint")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      source={pickOpenCertificate}
      nothingFound={words("nothingFound")}
      value={certificateId}
      mb="md"
      data-autofocus
      onChange={(id) => {
        setCertificateId(id);
        onChange(id === null ? null : { certificateId: id });
      }}
    />
  );
}
