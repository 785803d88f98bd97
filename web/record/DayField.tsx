import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { formatHijriDate } from "#web/formats.ts";
import { useField } from "#web/record/useField.tsx";
import { useLanguage } from "#web/useMessages.ts";

type DayFieldProps = { readonly name: string; readonly label: string; readonly hint?: ReactNode };

/** A day, by the browser's own calendar; its Hijri date is shown below. Empty is null. */
export function DayField({ name, label, hint }: DayFieldProps) {
  const { value, change, input } = useField<string | null>(name);
  const language = useLanguage();
  const isDay = value !== null && /^\d{4}-\d\d-\d\d$/.test(value);
  return (
    <TextInput
      {...input}
      type="date"
      label={label}
      description={isDay ? formatHijriDate(language, value) : hint}
      value={value ?? ""}
      max="9999-12-31"
      onChange={({ currentTarget }) => change(currentTarget.value === "" ? null : currentTarget.value)}
    />
  );
}
