import { minorDigitsByCurrency } from "#base/money.ts";
import { formatMoney } from "#web/formats.ts";
import type { Language } from "#web/screens.ts";

/** An amount in minor units, as the reader writes it: `GBP 12.50`. */
export const minorText = (language: Language, amountMinor: number, currency: string): string =>
  formatMoney(language, { amountMinor, currency, decimals: minorDigitsByCurrency.get(currency) ?? 2 });
