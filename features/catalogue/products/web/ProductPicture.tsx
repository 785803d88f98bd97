import type { ProductRow } from "#features/catalogue/products/contract/product.ts";
import { FilePicture } from "#web/files/FilePicture.tsx";

type ProductPictureProps = { readonly image: ProductRow["image"]; readonly sizePx: 24 | 40 | 48 };

/** The first picture of a product beside its name, which says what it shows. */
export const ProductPicture = ({ image, sizePx }: ProductPictureProps) => (
  <FilePicture fileId={image?.fileId ?? null} size="small" alt="" placeholder={image?.placeholder} sizePx={sizePx} />
);
