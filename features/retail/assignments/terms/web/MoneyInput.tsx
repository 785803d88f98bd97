import { TextInput } from "@mantine/core";
import { amountExample, parseAmount } from "#web/record/amount.ts";
import { useMessages } from "#web/useMessages.ts";

type MoneyInputProps = {
  readonly label: string;
  readonly hint: string | null;
  /** Why the field is disabled if there is no currency; by default, that the retailer has none yet. */
  readonly none?: string;
  readonly money: { readonly currency: string | null; readonly digits: number };
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The server's error. */
  readonly problem?: string | null;
  readonly isFirst?: boolean;
  readonly className?: string | undefined;
};

/** An amount as typed; shows an error itself if it is invalid. */
export function MoneyInput(props: MoneyInputProps) {
  const { label, hint, none, money, value, onChange, problem, isFirst, className } = props;
  const t = useMessages("assignments");
  const messages = useMessages("record");
  const isWrong = parseAmount(value, money.digits) === undefined;
  return (
    <TextInput
      className={className}
      label={label}
      description={money.currency === null ? (none ?? t("noCurrency")) : hint}
      disabled={money.currency === null}
      error={isWrong ? messages("typed.amount", { example: amountExample(money.digits) }) : problem}
      inputMode="decimal"
      dir="ltr"
      leftSection={<small>{money.currency}</small>}
      leftSectionWidth={48}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus={isFirst}
    />
  );
}
