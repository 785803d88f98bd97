import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useField } from "#web/record/useField.tsx";
import { useWords } from "#web/useWords.ts";

type FlagFieldProps = { readonly name: string; readonly label: string; readonly hint?: ReactNode };

/** Yes, no, or that nobody has said. */
export function FlagField({ name, label, hint }: FlagFieldProps) {
  const t = useWords("products");
  const { value, change, input } = useField<boolean | null>(name);
  return (
    <Select
      {...input}
      label={label}
      description={hint}
      data={["unsaid", "yes", "no"].map((answer) => ({ value: answer, label: t(`flags.${answer}`) }))}
      value={value === null ? "unsaid" : value ? "yes" : "no"}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      onChange={(answer) => change(answer === "unsaid" || answer === null ? null : answer === "yes")}
    />
  );
}
