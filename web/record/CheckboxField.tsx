import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useField } from "#web/record/useField.tsx";

type CheckboxFieldProps = { readonly name: string; readonly label: string; readonly hint?: ReactNode };

/** A yes-or-no field. */
export function CheckboxField({ name, label, hint }: CheckboxFieldProps) {
  const { value, change, input } = useField<boolean>(name);
  const { error: _, inputWrapperOrder: __, ...box } = input;
  return (
    <Checkbox
      {...box}
      label={label}
      description={hint}
      checked={value}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
