import type { RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import classes from "#features/loyalty/promocodes/redemptions/web/AmountsPart.module.css";
import { minorText } from "#web/record/minorText.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What the member got, what is left of it, and who pays. */
export function AmountsPart({ trace }: { readonly trace: RedemptionTrace }) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const money = (amountMinor: number) => minorText(language, amountMinor, trace.currency);
  const isReduced = trace.costLeftMinor !== trace.costMinor || trace.discountLeftMinor !== trace.discountMinor;
  const facts: readonly (readonly [string, number, number | null])[] = [
    [t("amounts.discount"), trace.discountMinor, isReduced ? trace.discountLeftMinor : null],
    [t("amounts.cashback"), trace.cashbackMinor, isReduced ? trace.cashbackLeftMinor : null],
    [t("amounts.brand"), trace.shares.brandMinor, null],
    [t("amounts.retailer"), trace.shares.retailerMinor, null],
    [t("amounts.platform"), trace.shares.platformMinor, null],
  ];
  return (
    <CardSection title={t("amounts.title")}>
      <dl className={classes.amounts}>
        {facts.map(([title, amount, left]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {money(amount)}
              {left !== null && <small>{t("amounts.left", { amount: money(left) })}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </CardSection>
  );
}
