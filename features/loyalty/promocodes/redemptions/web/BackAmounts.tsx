import type { BulkPreview } from "#base/bulk.ts";
import type { RollbackPreview } from "#features/loyalty/promocodes/contract/redemptions.ts";
import classes from "#features/loyalty/promocodes/redemptions/web/BackAmounts.module.css";
import { formatNumber } from "#web/formats.ts";
import { minorText } from "#web/record/minorText.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** How much a bulk rollback gives back, in each currency. */
export function BackAmounts({ preview }: { readonly preview: BulkPreview }) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const { amounts } = preview as RollbackPreview;
  return (
    <table className={classes.amounts}>
      <caption>{t("back.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("back.redemptions")}</th>
          <th scope="col">{t("amounts.discount")}</th>
          <th scope="col">{t("amounts.cashback")}</th>
        </tr>
      </thead>
      <tbody>
        {amounts.map(({ currency, count, discountMinor, cashbackMinor }) => (
          <tr key={currency}>
            <td>{formatNumber(language, count)}</td>
            <td>{minorText(language, discountMinor, currency)}</td>
            <td>{minorText(language, cashbackMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
