import { eq, sql } from "drizzle-orm";
import type { FilePurpose } from "#api/files.ts";
import type { Ctx } from "#api/context.ts";
import { setFiles } from "#features/platform/files/api/service/attachments.ts";
import { productRows } from "#features/catalogue/products/api/service/records.ts";
import { productImagesTable } from "#features/catalogue/products/api/tables.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { productImage, type ProductImage } from "#features/catalogue/products/contract/product.ts";

/** The pictures of products: who may change a product may send them, who may read it may see them. */
export const productImages: FilePurpose = {
  rule: productImage,
  upload: [products.create, products.update],
  read: [products.get],
  owners: productRows,
};

/**
 * The product shows exactly these from now on, in this order. In the transaction that changes the product.
 * Refuses with `file_unknown`.
 */
export async function writeImages(ctx: Ctx, productId: string, images: readonly ProductImage[]): Promise<void> {
  await ctx.db.delete(productImagesTable).where(eq(productImagesTable.productId, productId));
  await setFiles(ctx, productImages, {
    recordId: productId,
    fileIds: images.map(({ fileId }) => fileId),
    field: "images",
  });
  if (images.length === 0) return;
  await ctx.db.insert(productImagesTable).values(images.map((image, position) => ({ ...image, productId, position })));
}

/** A statement's worth of how many pictures a product has. */
export const imagesCountOf = sql<number>`(
  select count(*)::int from product_images where product_images.product_id = products.id)`;
