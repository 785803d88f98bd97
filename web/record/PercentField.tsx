import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { writeAmount } from "#base/writeAmount.ts";
import { parseAmount } from "#web/record/amount.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type PercentFieldProps = { readonly name: string; readonly label: string; readonly hint?: ReactNode };

/** A percentage: shown with up to two decimals, stored in whole basis points. */
export function PercentField({ name, label, hint }: PercentFieldProps) {
  const messages = useMessages("record");
  // The schema's limits are in basis points: "at most 10000".
  const typedMessage = (code: string) =>
    ["invalid_type", "too_small", "too_big"].includes(code) ? messages("typed.percent") : null;
  const { value, change, input } = useField<number | string | null>(name, name, typedMessage);
  const [typed, setTyped] = useState<string | null>(null);
  const written = typeof value === "number" ? writeAmount(value, 2).replace(/\.?0+$/, "") : (value ?? "");
  return (
    <TextInput
      {...input}
      label={label}
      description={hint}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span aria-hidden>%</span>}
      value={typed ?? written}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const bps = parseAmount(currentTarget.value.replace(/[%٪]/g, ""), 2);
        // Text that isn't a percentage stays as typed: the schema reports the error.
        change(bps === undefined ? currentTarget.value : bps);
      }}
      onBlur={() => {
        setTyped(null);
        input.onBlur();
      }}
    />
  );
}
