import { useEffect } from "react";
import { products } from "#features/products/contract.ts";
import type { Product, ProductInput } from "#features/products/contract/product.ts";
import { emptyProduct } from "#features/products/rules.ts";
import { ProductForm } from "#features/products/web/ProductForm.tsx";
import { ProductImages } from "#features/products/web/ProductImages.tsx";
import { useProductSource } from "#features/products/web/useProductSource.ts";
import { useProductTexts } from "#features/products/web/useProductTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useCan } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

type ProductDetailsProps = {
  readonly product: Product;
  /** Which of its parts is to be seen. Both are one form, so that nothing typed is lost between them. */
  readonly part: "details" | "images";
  /** A field that somebody wants to fill in. */
  readonly wanted: keyof ProductInput | null;
  /** It has been gone to. */
  readonly onReached: () => void;
};

/** The fields and the pictures of a product, to read and to change. */
export function ProductDetails({ product, part, wanted, onReached }: ProductDetailsProps) {
  const can = useCan();
  const toast = useToast();
  const recordWords = useWords("record");
  const texts = useProductTexts(product);
  const form = useRecordForm<ProductInput, Product>(useProductSource(product.id), {
    record: product,
    initial: emptyProduct,
    onSaved: (_, { merged }) =>
      toast({
        text:
          merged.length === 0
            ? recordWords("saved")
            : recordWords("savedMerged", { fields: merged.map(texts.labelOf).join(recordWords("comma")) }),
      }),
  });
  const { setFocus } = form.form;
  useEffect(() => {
    if (wanted === null) return undefined;
    // The form knows its fields a moment after they are there.
    const frame = requestAnimationFrame(() => {
      setFocus(wanted, { shouldSelect: true });
      onReached();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, setFocus, onReached]);
  const isReadOnly = product.status === "archived" || !can(products.update);
  return (
    <RecordFormView form={form} texts={texts} isReadOnly={isReadOnly}>
      <div style={{ display: part === "details" ? "contents" : "none" }}>
        <ProductForm exceptId={product.id} />
      </div>
      <div style={{ display: part === "images" ? "contents" : "none" }}>
        <ProductImages />
      </div>
    </RecordFormView>
  );
}
