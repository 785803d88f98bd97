import { Select } from "@mantine/core";
import { minorDigitsByCurrency } from "#base/money.ts";
import { isPayable } from "#features/loyalty/wallet/rules/paypal.ts";
import classes from "#features/loyalty/wallet/settings/web/MinimumFields.module.css";
import { AmountInput } from "#features/loyalty/wallet/web/MoneyFields.tsx";
import { currencyName } from "#web/formats.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconX } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MinimumFieldsProps = {
  /** As typed, by currency. */
  readonly minimums: Readonly<Record<string, string>>;
  readonly isReadOnly: boolean;
  readonly onChange: (minimums: Readonly<Record<string, string>>) => void;
};

/** The smallest payout in each currency that has one. */
export function MinimumFields({ minimums, isReadOnly, onChange }: MinimumFieldsProps) {
  const t = useMessages("loyaltySettings");
  const language = useLanguage();
  const titleOf = (currency: string) => t("minimumOf", { currency, name: currencyName(language, currency) });
  const others = [...minorDigitsByCurrency.keys()].filter((code) => isPayable(code) && !(code in minimums)).toSorted();
  return (
    <fieldset className={classes.minimums} disabled={isReadOnly}>
      <legend>{t("minimums")}</legend>
      <p className={classes.hint}>{t("minimumsHint")}</p>
      {Object.entries(minimums).map(([currency, typed]) => (
        <div key={currency} className={classes.row}>
          <AmountInput
            isRequired
            label={titleOf(currency)}
            currency={currency}
            typed={typed}
            onType={(next) => onChange({ ...minimums, [currency]: next })}
          />
          {!isReadOnly && (
            <IconButton
              label={t("removeMinimum", { currency })}
              onClick={() =>
                onChange(Object.fromEntries(Object.entries(minimums).filter(([code]) => code !== currency)))
              }
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Select
          searchable
          placeholder={t("addMinimum")}
          aria-label={t("addMinimum")}
          data={others.map((value) => ({ value, label: titleOf(value) }))}
          value={null}
          onChange={(currency) => currency !== null && onChange({ ...minimums, [currency]: "" })}
        />
      )}
    </fieldset>
  );
}
