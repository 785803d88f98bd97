import type { Product, ProductRow } from "#features/catalogue/products/contract.ts";
import { Thumbnail } from "#web/files/FilePicture.tsx";

type ProductPictureProps = { readonly product: ProductRow | Product; readonly sizePx: 24 | 40 | 48 };

/** The first picture of a product beside its name, which says what it shows. */
export function ProductPicture({ product, sizePx }: ProductPictureProps) {
  return <Thumbnail image={coverOf(product)} sizePx={sizePx} />;
}

function coverOf(product: ProductRow | Product): ProductRow["image"] {
  if ("image" in product) return product.image;
  const [first] = product.images;
  const file = product.imageFiles.find(({ id }) => id === first?.fileId);
  return first ? { fileId: first.fileId, placeholder: file?.placeholder ?? null } : null;
}
