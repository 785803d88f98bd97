import { Link } from "@tanstack/react-router";
import { minorDigitsByCurrency } from "#base/money.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { type Assignment, assignmentTones, findingReasons } from "#features/retail/assignments/contract/rows.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { formatMoney, formatNumber } from "#web/formats.ts";
import { RelatedList } from "#web/record/RelatedList.tsx";
import type { Language } from "#web/screens.ts";
import { useCan } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { IconPackage } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What a retailer sells with us: in figures, and the first of it with what stops it; it is assigned on a screen of its own. */
export function ProductsTab({ retailer: { id, productsCount, stoppedCount } }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const can = useCan();
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
      {can(assignments.list) && <Sold retailerId={id} />}
    </div>
  );
}

const priceText = ({ amountMinor, currency }: NonNullable<Assignment["price"]>, language: Language) =>
  formatMoney(language, { amountMinor, currency, decimals: minorDigitsByCurrency.get(currency) ?? 2 });

function Sold({ retailerId }: { readonly retailerId: string }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  return (
    <RelatedList
      operation={assignments.list}
      filter={{ retailerId }}
      sort="product"
      list={{ to: `/apps/retailer/assign-products/${retailerId}`, search: { tab: "assigned" } }}
      wordsOfAll={(count, figure) => t("products.all", { count, figure })}
      none={{ icon: <IconPackage aria-hidden />, title: t("products.none"), text: t("products.noneText") }}
    >
      {(row) => (
        <>
          <Link to={`/apps/brand-product/brand-products/${row.product.id}`}>
            <bdi>{row.product.nameI18n[language] ?? row.product.name}</bdi>
          </Link>
          <span>
            <bdi>{row.product.brand.nameI18n[language] ?? row.product.brand.name}</bdi>
            <Reasons row={row} />
          </span>
          <span>{row.price && priceText(row.price, language)}</span>
          <StatusBadge tone={assignmentTones[row.status]}>{t(`products.status.${row.status}`)}</StatusBadge>
        </>
      )}
    </RelatedList>
  );
}

/** What speaks against it: a person's words where one paused it, else what the rule finds now. */
function Reasons({ row: { status, pauseSource, pauseReason, findings } }: { readonly row: Assignment }) {
  const t = useMessages("retailers");
  if (status === "paused" && pauseSource === "manual")
    return (
      <span className={classes.reasons} dir="auto">
        {pauseReason}
      </span>
    );
  const found = findingReasons.filter((reason) => findings.some((finding) => finding.reason === reason));
  if (found.length === 0) return null;
  return (
    <span className={classes.reasons}>{found.map((reason) => t(`products.reasons.${reason}`)).join(t("comma"))}</span>
  );
}
