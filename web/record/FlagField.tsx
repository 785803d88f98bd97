import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type FlagFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** The text for a value that is not set. */
  readonly unsaid?: string;
};

/** Yes, no, or not set. */
export function FlagField({ name, label, hint, unsaid }: FlagFieldProps) {
  const t = useMessages("record");
  const { value, change, input } = useField<boolean | null>(name);
  return (
    <Select
      {...input}
      label={label}
      description={hint}
      data={[
        { value: "unsaid", label: unsaid ?? t("flags.unsaid") },
        { value: "yes", label: t("flags.yes") },
        { value: "no", label: t("flags.no") },
      ]}
      value={value === null ? "unsaid" : value ? "yes" : "no"}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      onChange={(answer) => change(answer === "unsaid" || answer === null ? null : answer === "yes")}
    />
  );
}
