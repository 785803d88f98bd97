import { eq, inArray, sql } from "drizzle-orm";
import type { FilePurpose } from "#api/files.ts";
import type { Ctx } from "#api/context.ts";
import { setFiles } from "#features/platform/files/api/service/attachments.ts";
import { productRows } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { productImagesTable } from "#features/catalogue/products/api/tables.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { productImage, type ProductImage } from "#features/catalogue/products/fields.ts";

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

/** The pictures of products by product, in their order. Those without any are left out. */
export async function readImages(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, ProductImage[]>> {
  const { productId, fileId, alt, altI18n, position } = productImagesTable;
  const found = await ctx.db
    .select({ productId, fileId, alt, altI18n })
    .from(productImagesTable)
    .where(inArray(productId, [...ids]))
    .orderBy(productId, position);
  const imagesById = new Map<string, ProductImage[]>();
  for (const { productId: id, ...image } of found) {
    const images = imagesById.get(id);
    if (images) images.push(image);
    else imagesById.set(id, [image]);
  }
  return imagesById;
}

/** As part of a statement: how many pictures a product has. */
export const imagesCountOf = sql<number>`(
  select count(*)::int from product_images where product_images.product_id = products.id)`;
