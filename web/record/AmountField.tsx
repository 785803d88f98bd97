import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { writeAmount } from "#base/writeAmount.ts";
import { amountExample, parseAmount } from "#web/record/amount.ts";
import classes from "#web/record/AmountField.module.css";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type AmountFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Null while no currency is selected: then an amount can't be entered. */
  readonly currency: string | null;
};

/** An amount of money: shown with decimals, stored in whole minor units. */
export function AmountField({ name, label, hint, currency }: AmountFieldProps) {
  const messages = useMessages("record");
  const decimals = minorDigitsByCurrency.get(currency ?? "") ?? 2;
  const typedMessage = (code: string) =>
    code === "invalid_type" ? messages("typed.amount", { example: amountExample(decimals) }) : null;
  const { value, change, input } = useField<number | string | null>(name, name, typedMessage);
  const [typed, setTyped] = useState<string | null>(null);
  const written = typeof value === "number" ? writeAmount(value, decimals) : (value ?? "");
  return (
    <TextInput
      {...input}
      label={label}
      description={hint}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      disabled={currency === null && value === null}
      leftSection={currency !== null && <span className={classes.currency}>{currency}</span>}
      leftSectionWidth={52}
      // While the user types, the text is not reformatted.
      value={typed ?? written}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const minor = parseAmount(currentTarget.value, decimals);
        // Text that isn't an amount stays as typed: the schema reports the error.
        change(minor === undefined ? currentTarget.value : minor);
      }}
      onBlur={() => {
        setTyped(null);
        input.onBlur();
      }}
    />
  );
}
