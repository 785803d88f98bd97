import { Link } from "@tanstack/react-router";
import { certifiedPart } from "#features/catalogue/brands/contract/figures.ts";
import classes from "#features/catalogue/brands/web/BrandFigureCells.module.css";
import { useBrandFigures } from "#features/catalogue/brands/web/useBrandFigures.ts";
import { formatNumber, formatPercent } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FigureCellProps = { readonly brandId: string };

/** How many products a brand has, with the way to them. */
export function ProductsCell({ brandId }: FigureCellProps) {
  const language = useLanguage();
  const figures = useBrandFigures(brandId);
  if (figures === undefined) return "";
  if (figures.products === 0) return <span className={classes.nothing}>0</span>;
  return (
    <Link
      to="/apps/brand-product/brand-products"
      search={{ brand: brandId }}
      className={classes.link}
      // Within a row Tab stops once; the record has the same way.
      tabIndex={-1}
      // The row leads to the brand.
      onClick={(event) => event.stopPropagation()}
    >
      {formatNumber(language, figures.products)}
    </Link>
  );
}

/** How much of what a brand has published, and what needs a certificate, is certified now. */
export function CertifiedCell({ brandId }: FigureCellProps) {
  const t = useMessages("brands");
  const language = useLanguage();
  const figures = useBrandFigures(brandId);
  if (figures === undefined) return "";
  const part = certifiedPart(figures);
  if (part === null) return <span className={classes.nothing}>–</span>;
  const { certified, certifiable } = figures;
  const title = t("certifiedOf", {
    certified: formatNumber(language, certified),
    certifiable: formatNumber(language, certifiable),
  });
  return <span title={title}>{formatPercent(language, part)}</span>;
}
