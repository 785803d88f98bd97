import { type Product, products } from "#features/catalogue/products/contract.ts";
import { productLimits } from "#features/catalogue/products/fields.ts";
import { productLifecycle } from "#features/catalogue/products/lifecycle.ts";
import { RecordActionButtons } from "#web/record/RecordActionButtons.tsx";
import { IconArchive, IconArrowBackUp, IconEye, IconEyeOff, IconSend } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Action = NonNullable<ReturnType<typeof productLifecycle.find>>["action"];

const icons: Readonly<Record<Action, typeof IconSend>> = {
  submit: IconSend,
  send_back: IconArrowBackUp,
  publish: IconEye,
  unpublish: IconEyeOff,
  republish: IconEye,
  archive: IconArchive,
};
const leading: ReadonlySet<Action> = new Set(["submit", "publish", "republish"]);

/** The transitions of a product, and its seldom needed actions in a menu. */
export function ProductActions({ record }: { readonly record: Product }) {
  const t = useMessages("products");
  const language = useLanguage();
  const facts = { ...record, imagesCount: record.images.length, brandStatus: record.brand.status };
  return (
    <RecordActionButtons
      record={record}
      named={record.nameI18n[language] ?? record.name}
      path="/apps/brand-product/brand-products"
      t={t}
      verbOf={(to) => productLifecycle.actionTo(facts, to)}
      icons={icons}
      leading={leading}
      operations={products}
      refreshes={[products.list, products.countByStatus, products.get, products.activity, products.halal]}
      reasonMax={productLimits.statusReasonMax}
      final="archived"
      withImpact={{ preview: products.previewStatus, hasImpact: ({ to }) => productLifecycle.hasImpact(to) }}
    />
  );
}
