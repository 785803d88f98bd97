import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { latinDigits } from "#base/digits.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type WholeNumberFieldProps = { readonly name: string; readonly label: string; readonly hint?: ReactNode };

/**
 * A whole number, or nothing. Accepts digits of other scripts; text that isn't a number stays as typed, so that the
 * error can be shown.
 */
export function WholeNumberField({ name, label, hint }: WholeNumberFieldProps) {
  const messages = useMessages("record");
  const typedMessage = (code: string) => (code === "invalid_type" ? messages("typed.wholeNumber") : null);
  const { value, change, input } = useField<number | string | null>(name, name, typedMessage);
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
