import { products } from "#features/catalogue/products/contract.ts";
import type { Product, ProductInput } from "#features/catalogue/products/contract/product.ts";
import { fieldsOfBlockers } from "#features/catalogue/products/rules.ts";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { useMessages } from "#web/useMessages.ts";

type ProductStatusNoteProps = { readonly product: Product; readonly onFix: (name: keyof ProductInput) => void };

/** Why a product is where it is, and what stands between it and the next step. */
export function ProductStatusNote({ product, onFix }: ProductStatusNoteProps) {
  const t = useMessages("products");
  // What the step after the next asks for is told early: a picture takes time.
  const asked = new Set(product.allowedTransitions.flatMap(({ blockers }) => blockers));
  if (product.status === "draft" && product.images.length === 0) asked.add("image_missing");
  return (
    <StatusBanner
      activity={products.activity}
      record={product}
      settled="published"
      missing={[...asked].filter((blocker) => blocker !== "unpublish_first" && blocker !== "approval_not_permitted")}
      fixOf={(blocker) => {
        const field = fieldsOfBlockers[blocker];
        return field && (() => onFix(field));
      }}
      t={t}
    />
  );
}
