import { Select, TextInput } from "@mantine/core";
import { minorDigitsByCurrency } from "#base/money.ts";
import { currencyName } from "#web/formats.ts";
import { amountExample, parseAmount } from "#web/record/amount.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const digitsOf = (currency: string | null): number => minorDigitsByCurrency.get(currency ?? "") ?? 2;

/** Null if nothing is typed; undefined if it is no amount of this currency. */
export const typedMinor = (typed: string, currency: string | null): number | null | undefined =>
  parseAmount(typed, digitsOf(currency));

type CurrencyChoiceProps = {
  readonly label: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
  /** Default: all. */
  readonly isOffered?: (currency: string) => boolean;
  readonly value: string | null;
  readonly onChange: (currency: string | null) => void;
};

/** A currency by code and name. */
export function CurrencyChoice(props: CurrencyChoiceProps) {
  const { label, hint, isDisabled = false, isOffered = () => true, value, onChange } = props;
  const language = useLanguage();
  return (
    <Select
      required
      searchable
      label={label}
      description={hint}
      disabled={isDisabled}
      data={[...minorDigitsByCurrency.keys()]
        .filter((code) => isOffered(code) || code === value)
        .toSorted()
        .map((code) => ({ value: code, label: `${code} – ${currencyName(language, code)}` }))}
      allowDeselect={false}
      value={value}
      onChange={onChange}
    />
  );
}

type AmountInputProps = {
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly currency: string | null;
  readonly typed: string;
  readonly onType: (typed: string) => void;
};

/** An amount as it is typed. */
export function AmountInput({ label, hint, isRequired = false, currency, typed, onType }: AmountInputProps) {
  const t = useMessages("wallet");
  const isWrong = typedMinor(typed, currency) === undefined;
  return (
    <TextInput
      required={isRequired}
      label={label}
      description={hint}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      disabled={currency === null}
      error={isWrong && t("wrongAmount", { example: amountExample(digitsOf(currency)) })}
      value={typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
