import type { RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import classes from "#features/loyalty/promocodes/redemptions/web/LinesPart.module.css";
import { formatNumber } from "#web/formats.ts";
import { RecordLink } from "#web/record/RecordLink.tsx";
import { minorText } from "#web/record/minorText.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const readProduct = async () => (await import("#features/catalogue/products/contract.ts")).products.get;
const readCertificate = async () => (await import("#features/halal/certificates/contract.ts")).certificates.get;

type LinesPartProps = { readonly trace: Pick<RedemptionTrace, "lines" | "currency" | "status"> };

/** The lines that the promocode applied to, with the certificate and the rate that the call found. */
export function LinesPart({ trace: { lines, currency, status } }: LinesPartProps) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const money = (amountMinor: number) => minorText(language, amountMinor, currency);
  return (
    <CardSection title={t("lines.title")}>
      {lines.length === 0 ? (
        <p>{t(status === "reserved" ? "lines.reserved" : "lines.none")}</p>
      ) : (
        // Focusable, so that it scrolls by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("lines.title")}>
          <table className={classes.lines}>
            <thead>
              <tr>
                <th scope="col">{t("lines.product")}</th>
                <th scope="col">{t("lines.quantity")}</th>
                <th scope="col">{t("lines.base")}</th>
                <th scope="col">{t("amounts.discount")}</th>
                <th scope="col">{t("amounts.cashback")}</th>
                <th scope="col">{t("amounts.brand")}</th>
                <th scope="col">{t("amounts.retailer")}</th>
                <th scope="col">{t("amounts.platform")}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.number}>
                  <th scope="row">
                    <ProductName line={line} />
                    <Proof line={line} />
                  </th>
                  <td data-label={t("lines.quantity")}>
                    {formatNumber(language, line.quantity)}
                    {line.baseLeftMinor !== line.baseMinor && (
                      <small>
                        {t("lines.left", {
                          units: formatNumber(language, line.quantityLeft, Number.isInteger(line.quantityLeft) ? 0 : 2),
                        })}
                      </small>
                    )}
                  </td>
                  <td data-label={t("lines.base")}>{money(line.baseMinor)}</td>
                  <td data-label={t("amounts.discount")}>{money(line.discountMinor)}</td>
                  <td data-label={t("amounts.cashback")}>{money(line.cashbackMinor)}</td>
                  <td data-label={t("amounts.brand")}>{money(line.brandMinor)}</td>
                  <td data-label={t("amounts.retailer")}>{money(line.retailerMinor)}</td>
                  <td data-label={t("amounts.platform")}>{money(line.platformMinor)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </CardSection>
  );
}

type LineProps = { readonly line: RedemptionTrace["lines"][number] };

function ProductName({ line: { product, number } }: LineProps) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  if (product === null) return t("lines.unlisted", { number });
  return (
    <RecordLink to={`/apps/brand-product/brand-products/${product.id}`} needs={readProduct}>
      <bdi>{product.nameI18n[language] ?? product.name}</bdi>
    </RecordLink>
  );
}

/** What proved the product, and where its usual cashback came from. */
function Proof({ line: { certificate, rateSource } }: LineProps) {
  const t = useMessages("redemptions");
  return (
    <small>
      {certificate === null ? (
        t("lines.uncertified")
      ) : (
        <RecordLink to={`/apps/cert/certs/${certificate.id}`} needs={readCertificate}>
          <bdi dir="ltr">{certificate.certificateNo}</bdi>
        </RecordLink>
      )}
      {rateSource !== null && <> · {t(`rateSources.${rateSource as "product"}`, { defaultValue: rateSource })}</>}
    </small>
  );
}
