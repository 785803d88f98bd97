import { brands } from "#features/catalogue/brands/contract.ts";
import { useBrandFigures } from "#features/catalogue/brands/web/useBrandFigures.ts";
import { formatNumber } from "#web/formats.ts";
import { useCan } from "#web/session.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type BrandCardFiguresProps = { readonly brandId: string };

/** How many products a brand has, and how many that need a certificate have none; nothing without the permission. */
export function BrandCardFigures({ brandId }: BrandCardFiguresProps) {
  return useCan()(brands.figures) ? <Figures brandId={brandId} /> : null;
}

function Figures({ brandId }: BrandCardFiguresProps) {
  const t = useMessages("brands");
  const language = useLanguage();
  const figures = useBrandFigures(brandId);
  // Keeps the height of the line while it loads.
  if (figures === undefined) return "\u00a0";
  const { products, certifiable, certified } = figures;
  const open = certifiable - certified;
  const texts = [t("card.products", { count: products, figure: formatNumber(language, products) })];
  if (open > 0) texts.push(t("card.uncertified", { count: open, figure: formatNumber(language, open) }));
  return texts.join(" · ");
}
