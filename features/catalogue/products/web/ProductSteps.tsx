import { products } from "#features/catalogue/products/contract.ts";
import { type Product, productLimits } from "#features/catalogue/products/contract/product.ts";
import { hasImpact, type ProductVerb, verbOf } from "#features/catalogue/products/rules.ts";
import { RecordSteps } from "#web/record/RecordSteps.tsx";
import { IconArchive, IconArrowBackUp, IconEye, IconEyeOff, IconSend } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const icons: Readonly<Record<ProductVerb, typeof IconSend>> = {
  submit: IconSend,
  send_back: IconArrowBackUp,
  publish: IconEye,
  unpublish: IconEyeOff,
  republish: IconEye,
  archive: IconArchive,
};
const leading: ReadonlySet<ProductVerb> = new Set(["submit", "publish", "republish"]);

/** What may happen to a product now: its next steps, and what is seldom done in a menu. */
export function ProductSteps({ product }: { readonly product: Product }) {
  const t = useMessages("products");
  const language = useLanguage();
  return (
    <RecordSteps
      record={product}
      named={product.nameI18n[language] ?? product.name}
      path="/apps/brand-product/brand-products"
      t={t}
      verbOf={(to) => verbOf(product.status, to)}
      icons={icons}
      leading={leading}
      operations={products}
      refreshes={[products.list, products.countByStatus, products.get, products.activity, products.halal]}
      reasonMax={productLimits.statusReasonMax}
      final="archived"
      felt={{ preview: products.previewStatus, hasImpact: ({ to }) => hasImpact(to) }}
    />
  );
}
