import { Link } from "@tanstack/react-router";
import { certifiedPart } from "#features/catalogue/brands/contract/figures.ts";
import classes from "#features/catalogue/brands/web/BrandFigureCells.module.css";
import { useBrandFigures } from "#features/catalogue/brands/web/useBrandFigures.ts";
import { formatNumber, formatPercent } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FigureCellProps = { readonly brandId: string };

/** The number of a brand's products, with a link to them. */
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
      // A row has only one tab stop; the brand's page has the same link.
      tabIndex={-1}
      // The row is the link to the brand.
      onClick={(event) => event.stopPropagation()}
    >
      {formatNumber(language, figures.products)}
    </Link>
  );
}

/** The share of a brand's published products that need a certificate and have one now. */
export function CertifiedCell({ brandId }: FigureCellProps) {
  const t = useMessages("brands");
  const language = useLanguage();
  const figures = useBrandFigures(brandId);
  // Keeps the width of the column while it loads.
  if (figures === undefined) return <Share part={1} isHidden />;
  const part = certifiedPart(figures);
  if (part === null) return <span className={classes.nothing}>–</span>;
  const { certified, certifiable } = figures;
  const title = t("certifiedOf", {
    certified: formatNumber(language, certified),
    certifiable: formatNumber(language, certifiable),
  });
  return <Share part={part} title={title} />;
}

type ShareProps = { readonly part: number; readonly title?: string; readonly isHidden?: true };

/** A bar beside its number. */
const Share = ({ part, title, isHidden }: ShareProps) => (
  <span className={classes.share} data-hidden={isHidden} aria-hidden={isHidden} title={title}>
    <span className={classes.bar} aria-hidden="true">
      <i style={{ inlineSize: `${part * 100}%` }} />
    </span>
    <span className={classes.percent}>{formatPercent(useLanguage(), part)}</span>
  </span>
);
