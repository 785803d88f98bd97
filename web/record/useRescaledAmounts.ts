import { useFormContext, useWatch } from "react-hook-form";
import { minorDigitsByCurrency } from "#base/money.ts";
import { rescaleAmount } from "#web/record/amount.ts";

const digitsOf = (currency: string | null) => minorDigitsByCurrency.get(currency ?? "") ?? 2;

/** Call it with the new currency of a form: 12.50 stays 12.50 in all `amounts`, in any currency. */
export function useRescaledAmounts(currencyName: string, amounts: readonly string[]): (next: string | null) => void {
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  const currency = useWatch<Record<string, string | null>>({ name: currencyName }) ?? null;
  return (next) => {
    const [from, to] = [digitsOf(currency), digitsOf(next)];
    for (const name of from === to ? [] : amounts) {
      const amount = getValues(name);
      if (typeof amount === "number") setValue(name, rescaleAmount(amount, { from, to }));
    }
  };
}
