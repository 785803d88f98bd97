import { Select } from "@mantine/core";
import { useState } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import { useRead } from "#web/operations.ts";
import { useMessages } from "#web/useMessages.ts";

type ReviewerChoiceProps = { readonly onChange: (input: Readonly<Record<string, unknown>> | null) => void };

/** Who is to look at the certificates. */
export function ReviewerChoice({ onChange }: ReviewerChoiceProps) {
  const t = useMessages("certificates");
  const { data } = useRead(certificates.listReviewers, {});
  const [value, setValue] = useState<string | null>(null);
  return (
    <Select
      label={t("fields.reviewer")}
      placeholder={t("chooseReviewer")}
      data={(data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      searchable
      required
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: true }}
      onChange={(reviewerId) => {
        setValue(reviewerId);
        onChange(reviewerId === null ? null : { reviewerId });
      }}
    />
  );
}
