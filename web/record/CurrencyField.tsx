import { useMemo } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import { currencyName } from "#web/formats.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { useLanguage } from "#web/useMessages.ts";

type CurrencyFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly onChoose?: (currency: string | null) => void;
};

/** A currency by code and name: `AED – United Arab Emirates Dirham`. */
export function CurrencyField({ name, label, onChoose }: CurrencyFieldProps) {
  const language = useLanguage();
  const choices = useMemo(
    () =>
      [...minorDigitsByCurrency.keys()]
        .sort()
        .map((value) => ({ value, label: `${value} – ${currencyName(language, value)}` })),
    [language],
  );
  return <ChoiceField name={name} label={label} choices={choices} isSearchable {...(onChoose ? { onChoose } : {})} />;
}
