import type { RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import classes from "#features/loyalty/promocodes/redemptions/web/Receipt.module.css";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { minorText } from "#web/record/minorText.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The redemption on paper; on the screen it is hidden. */
export function Receipt({ trace }: { readonly trace: RedemptionTrace }) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const { campaign, code, retailer, location, member, lines, currency } = trace;
  const money = (amountMinor: number) => minorText(language, amountMinor, currency);
  const shop = retailer.nameI18n[language] ?? retailer.name;
  const facts = [
    [t("columns.createdAt"), formatDateTime(language, trace.createdAt)],
    [t("columns.retailer"), location === null ? shop : `${shop}, ${location.name}`],
    [t("columns.campaign"), campaign.nameI18n[language] ?? campaign.name],
    [t("columns.code"), code],
    [t("columns.member"), member?.label],
    [t("columns.status"), t(`status.${trace.status}`)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <section className={classes.receipt} aria-hidden>
      <h1>{t("receiptTitle", { ref: trace.orderRef })}</h1>
      <dl>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th>{t("lines.product")}</th>
            <th>{t("lines.quantity")}</th>
            <th>{t("lines.base")}</th>
            <th>{t("amounts.discount")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ number, product, quantity, baseMinor, discountMinor }) => (
            <tr key={number}>
              <td>{product ? (product.nameI18n[language] ?? product.name) : t("lines.unlisted", { number })}</td>
              <td>{formatNumber(language, quantity)}</td>
              <td>{money(baseMinor)}</td>
              <td>{money(discountMinor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        <div>
          <dt>{t("amounts.discount")}</dt>
          <dd>{money(trace.discountLeftMinor)}</dd>
        </div>
        <div>
          <dt>{t("amounts.cashback")}</dt>
          <dd>{money(trace.cashbackLeftMinor)}</dd>
        </div>
        {trace.discountLeftMinor !== trace.discountMinor && (
          <div>
            <dt>{t("receipt.givenBack")}</dt>
            <dd>{money(trace.discountMinor - trace.discountLeftMinor)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
