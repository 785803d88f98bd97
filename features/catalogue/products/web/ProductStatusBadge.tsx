import type { ProductStatus } from "#features/catalogue/products/contract/product.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<ProductStatus, Tone>> = {
  draft: "mute",
  in_review: "info",
  published: "ok",
  unpublished: "warn",
  archived: "mute",
};

type ProductStatusBadgeProps = { readonly status: ProductStatus; readonly children: string };

/** Where a product is in its life. `children` is the status in words. */
export const ProductStatusBadge = ({ status, children }: ProductStatusBadgeProps) => (
  <StatusBadge tone={tones[status]}>{children}</StatusBadge>
);
