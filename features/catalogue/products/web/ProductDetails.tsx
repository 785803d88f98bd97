import { products } from "#features/catalogue/products/contract.ts";
import { type Product, productDecisions, type ProductInput } from "#features/catalogue/products/contract/product.ts";
import { emptyProduct } from "#features/catalogue/products/rules.ts";
import { ProductForm } from "#features/catalogue/products/web/ProductForm.tsx";
import { ProductImages } from "#features/catalogue/products/web/ProductImages.tsx";
import { useProductSource } from "#features/catalogue/products/web/useProductSource.ts";
import { useProductTexts } from "#features/catalogue/products/web/useProductTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useWantedField } from "#web/record/useWantedField.ts";
import { useCan } from "#web/session.tsx";

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
  const texts = useProductTexts(product);
  const form = useRecordForm<ProductInput, Product>(useProductSource(product.id), {
    record: product,
    initial: emptyProduct,
    onSaved: useSavedToast(texts),
    onWaits: useSentForApproval(),
  });
  useWantedField({ setFocus: form.form.setFocus, wanted, onReached });
  const isReadOnly = product.status === "archived" || !can(products.update);
  return (
    <RecordFormView
      form={form}
      texts={texts}
      isReadOnly={isReadOnly}
      decisions={{ of: productDecisions, status: product.status }}
    >
      <div style={{ display: part === "details" ? "contents" : "none" }}>
        <ProductForm product={product} />
      </div>
      <div style={{ display: part === "images" ? "contents" : "none" }}>
        <ProductImages />
      </div>
    </RecordFormView>
  );
}
