import { TextInput } from "@mantine/core";
import { useState } from "react";
import { latinDigits } from "#base/digits.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type DegreesFieldProps = { readonly name: string; readonly label: string; readonly hint?: string };

/** Decimal degrees, or empty. Accepts the digits of other scripts; invalid input stays as typed and is reported. */
export function DegreesField({ name, label, hint }: DegreesFieldProps) {
  const t = useMessages("retailers");
  const messageFor = (code: string) => (code === "invalid_type" ? t("issues.degrees") : null);
  const { value, change, input } = useField<number | string | null>(name, name, messageFor);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...input}
      label={label}
      description={hint}
      dir="ltr"
      inputMode="text"
      autoComplete="off"
      // `51.` is an unfinished number, and isn't reformatted while the user types.
      value={typed ?? value ?? ""}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const text = latinDigits(currentTarget.value).trim().replace("−", "-").replace(/[,٫]/, ".");
        const isNumber = /^[-+]?\d{1,3}(\.\d*)?$/.test(text);
        change(text === "" ? null : isNumber ? Number(text) : text);
      }}
      onBlur={() => {
        setTyped(null);
        input.onBlur();
      }}
    />
  );
}
