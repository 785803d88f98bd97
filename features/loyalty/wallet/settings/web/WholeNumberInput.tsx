import { TextInput } from "@mantine/core";
import { useMessages } from "#web/useMessages.ts";
import { typedNumber } from "#features/loyalty/wallet/settings/web/useSettingsDraft.ts";

type Limits = { readonly min: number; readonly max: number };

type WholeNumberInputProps = {
  readonly label: string;
  readonly hint: string;
  readonly limits: Limits;
  readonly isDisabled: boolean;
  readonly typed: string;
  readonly onType: (typed: string) => void;
};

/** A whole number as it is typed. */
export function WholeNumberInput({ label, hint, limits, isDisabled, typed, onType }: WholeNumberInputProps) {
  const t = useMessages("loyaltySettings");
  return (
    <TextInput
      required
      label={label}
      description={hint}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      disabled={isDisabled}
      error={typedNumber(typed, limits) === null && t("wrongNumber", limits)}
      value={typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
