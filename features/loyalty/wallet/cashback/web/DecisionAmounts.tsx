import type { BulkPreview } from "#base/bulk.ts";
import type { DecisionPreview } from "#features/loyalty/wallet/contract/cashback.ts";
import { FactTable } from "#features/loyalty/wallet/web/FactTable.tsx";
import { minorText } from "#web/record/minorText.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** How much cashback a bulk decision is about, in each currency. */
export function DecisionAmounts({ preview }: { readonly preview: BulkPreview }) {
  const t = useMessages("cashback");
  const language = useLanguage();
  return (
    <FactTable
      label={t("columns.amount")}
      none={t("none")}
      columns={[t("entries"), t("columns.amount")]}
      rows={(preview as DecisionPreview).amounts.map(({ currency, count, amountMinor }) => ({
        key: currency,
        cells: [formatNumber(language, count), minorText(language, amountMinor, currency)],
      }))}
    />
  );
}
