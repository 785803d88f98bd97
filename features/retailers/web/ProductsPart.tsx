import type { Retailer } from "#features/retailers/contract/records.ts";
import classes from "#features/retailers/web/Part.module.css";
import { formatNumber } from "#web/formats.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

/** What a retailer sells with us, in figures; it is assigned on a screen of its own. */
export function ProductsPart({ retailer: { id, productsCount, stoppedCount } }: { readonly retailer: Retailer }) {
  const t = useWords("retailers");
  const language = useLanguage();
  return (
    <div className={classes.part}>
      <CardSection
        title={t("tabs.products")}
        lead={t("products.lead")}
        badge={<LinkButton to={`/apps/retailer/assign-products/${id}`}>{t("products.assign")}</LinkButton>}
      >
        <dl className={classes.facts}>
          <div>
            <dt>{t("overview.productsCount")}</dt>
            <dd>{formatNumber(language, productsCount)}</dd>
          </div>
          <div>
            <dt>{t("overview.stoppedCount")}</dt>
            <dd>{formatNumber(language, stoppedCount)}</dd>
          </div>
        </dl>
      </CardSection>
    </div>
  );
}
