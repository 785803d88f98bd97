import { useMemo } from "react";
import { minorDigitsByCurrency } from "#base/money.ts";
import type { Price, Rate } from "#features/retail/assignments/contract/rows.ts";
import { formatMoney, formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Formats amounts, rates and names for these screens. */
export function useAssignTexts() {
  const language = useLanguage();
  const t = useMessages("assignments");
  return useMemo(() => {
    const money = (amountMinor: number, currency: string) =>
      formatMoney(language, { amountMinor, currency, decimals: minorDigitsByCurrency.get(currency) ?? 2 });
    return {
      nameOf: ({ name, nameI18n }: { name: string; nameI18n: Readonly<Record<string, string>> }) =>
        nameI18n[language] ?? name,
      money,
      /** `Price`, or that none is set. */
      price: (price: Price | null) => (price === null ? "—" : money(price.amountMinor, price.currency)),
      /** `5.00%`, or an amount; without a price the currency of a fixed amount is unknown. */
      rate: ({ bps, fixedMinor }: Rate, currency: string | null) =>
        bps !== null
          ? `\u2066${formatNumber(language, bps / 100, 2)}%\u2069`
          : currency === null
            ? "—"
            : money(fixedMinor ?? 0, currency),
      source: ({ source, isCapped }: Rate) => (isCapped ? t("rate.capped") : t(`rate.${source}`)),
      figure: (count: number) => formatNumber(language, count),
    };
  }, [language, t]);
}
