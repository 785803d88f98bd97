import { useRouter } from "@tanstack/react-router";
import { type Product, productDecisions, type ProductInput } from "#features/catalogue/products/contract/product.ts";
import { emptyProduct } from "#features/catalogue/products/rules.ts";
import { ProductForm } from "#features/catalogue/products/web/ProductForm.tsx";
import { ProductImages } from "#features/catalogue/products/web/ProductImages.tsx";
import { useProductSource } from "#features/catalogue/products/web/useProductSource.ts";
import { useProductTexts } from "#features/catalogue/products/web/useProductTexts.ts";
import { useDecidable } from "#web/record/FieldDecisions.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ProductCreationProps = { readonly id: string; readonly prefill?: ProductInput };

/** The form of a product that is not there yet. */
export function ProductCreation({ id, prefill }: ProductCreationProps) {
  const t = useMessages("products");
  const decidable = useDecidable(productDecisions);
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const form = useRecordForm<ProductInput, Product>(useProductSource(id), {
    record: null,
    initial: emptyProduct,
    ...(prefill ? { prefill: decidable(prefill, emptyProduct) } : {}),
    onSaved: (product) => {
      toast({ text: t("created", { name: product.nameI18n[language] ?? product.name }) });
      // The way back leads to the list, and not to an empty form.
      void router.navigate({
        to: `/apps/brand-product/brand-products/${product.id}`,
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  return (
    <RecordPage
      list={{ name: "products", title: t("title"), path: "/apps/brand-product/brand-products" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useProductTexts(null)} decisions={{ of: productDecisions, status: null }}>
        <ProductForm product={null} />
        <ProductImages />
      </RecordFormView>
    </RecordPage>
  );
}
