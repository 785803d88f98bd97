import { Link } from "@tanstack/react-router";
import type { Finding } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/changes/web/FindingLine.module.css";
import { formatDate } from "#web/formats.ts";
import { IconAlertTriangle, IconShieldOff } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FindingLineProps = {
  readonly finding: Finding;
  /** Ids of records that the fix may have to open. */
  readonly product: { readonly id: string; readonly brandId?: string | undefined };
  readonly retailerId: string;
};

/** Why something may not be promoted, and a link to the quickest fix. */
export function FindingLine({ finding, product, retailerId }: FindingLineProps) {
  const t = useMessages("assignments");
  const language = useLanguage();
  const { reason, isBlocking, isMeatByCategory, certificate, fix } = finding;
  const shown = (day: string | null | undefined) => (day ? formatDate(language, day) : "");
  const Icon = isBlocking ? IconShieldOff : IconAlertTriangle;
  return (
    <p className={classes.finding} data-blocking={isBlocking ? "" : undefined}>
      <Icon size={14} aria-hidden />
      <span>
        <span className={classes.why}>
          {isMeatByCategory && `${t("meatByCategory")} `}
          {t(`reasons.${reason}`, {
            code: isolated(certificate?.code ?? ""),
            day: shown(certificate?.lastDay),
            body: isolated(certificate?.body ?? ""),
          })}
        </span>{" "}
        <Link to={pathOf(finding, product, retailerId)}>
          {t(`fixes.${fix.kind}`, {
            code: isolated(fix.certificate?.code ?? ""),
            day: shown(fix.certificate?.firstDay),
          })}
        </Link>
      </span>
    </p>
  );
}

/** A code is left-to-right in any text. */
const isolated = (text: string) => (text === "" ? "" : `\u2066${text}\u2069`);

/** A link, if the user can fix it. */
function pathOf({ fix, certificate }: Finding, product: FindingLineProps["product"], retailerId: string): string {
  const certificateId = fix.certificate?.id ?? certificate?.id;
  switch (fix.kind) {
    case "publish_product":
      return `/apps/brand-product/brand-products/${product.id}`;
    case "activate_brand":
      return product.brandId
        ? `/apps/brand/brands/${product.brandId}`
        : `/apps/brand-product/brand-products/${product.id}`;
    case "activate_retailer":
      return `/apps/retailer/retailers/${retailerId}`;
    case "see_recognitions":
      return "/apps/certifier/recognition";
    case "see_body":
      return certificate ? `/apps/certifier/bodies/${certificate.bodyId}` : "/apps/certifier/bodies";
    case "add_certificate":
    case "add_premise_certificate":
      return "/apps/cert/certs/new";
    default:
      return certificateId ? `/apps/cert/certs/${certificateId}` : "/apps/cert/certs";
  }
}
