import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { latinDigits } from "#base/digits.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type WholeNumberFieldProps = { readonly name: string; readonly label: string; readonly hint?: ReactNode };

/** A whole number, or nothing. Takes the digits of other keyboards; what is no number stays as it was typed, to be told. */
export function WholeNumberField({ name, label, hint }: WholeNumberFieldProps) {
  const words = useMessages("record");
  const tell = (code: string) => (code === "invalid_type" ? words("typed.wholeNumber") : null);
  const { value, change, input } = useField<number | string | null>(name, name, tell);
  return (
    <TextInput
      {...input}
      label={label}
      description={hint}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      value={value ?? ""}
      onChange={({ currentTarget }) => {
        const text = latinDigits(currentTarget.value).trim();
        const number = /^\d{1,9}$/.test(text) ? Number(text) : text;
        change(text === "" ? null : number);
      }}
    />
  );
}
