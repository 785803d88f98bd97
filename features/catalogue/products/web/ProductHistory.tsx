import { products } from "#features/catalogue/products/contract.ts";
import type { Product } from "#features/catalogue/products/contract/product.ts";
import { useProductTexts } from "#features/catalogue/products/web/useProductTexts.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { useMessages } from "#web/useMessages.ts";

type ProductHistoryProps = {
  readonly product: Product;
  /** Shows the latest only, with a way to all of it. */
  readonly onAll?: () => void;
};

/** What happened to a product, by whom and when. */
export function ProductHistory({ product, onAll }: ProductHistoryProps) {
  const t = useMessages("products");
  const texts = useProductTexts(product);
  return (
    <ActivityPanel operation={products.activity} id={product.id} texts={texts} t={t} {...(onAll ? { onAll } : {})} />
  );
}
