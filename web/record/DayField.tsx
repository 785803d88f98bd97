import type { ReactNode } from "react";
import { DateField } from "#web/dates/DateField.tsx";
import { useField } from "#web/record/useField.tsx";

type DayFieldProps = { readonly name: string; readonly label: string; readonly hint?: ReactNode };

/** A day of the surrounding form. Empty is null. */
export function DayField({ name, label, hint }: DayFieldProps) {
  const { value, change, input } = useField<string | null>(name);
  return <DateField {...input} label={label} description={hint} value={value} onChange={change} />;
}
