import { inArray, type SQL } from "drizzle-orm";
import { type BulkPreview, type BulkResult, bulkRefusals } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { countReferences, isReferenced } from "#api/references.ts";
import { violationOf } from "#api/violations.ts";
import { releaseFiles } from "#features/platform/files/api/service/attachments.ts";
import { readImages } from "#features/catalogue/products/api/service/images.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
import { type ProductRecord, productsTable } from "#features/catalogue/products/api/tables.ts";
import { productRefusals, type products } from "#features/catalogue/products/contract.ts";
import { productFields } from "#features/catalogue/products/fields.ts";
import { isDeletable } from "#features/catalogue/products/lifecycle.ts";

/**
 * Deletes a draft.
 *
 * Refuses with `not_found`, `version_conflict`, `only_draft_products_can_be_deleted`, and with `product_in_use` and the
 * number of rows by table when other records refer to it.
 */
export async function removeProduct(ctx: Ctx, { id, version }: Input<typeof products.remove>): Promise<undefined> {
  try {
    await inTransaction(ctx, async (inner) => {
      const before = await productStore.lock(inner, { id, version });
      if (!isDeletable(before)) throw productRefusals.only_draft_products_can_be_deleted({ status: before.status });
      await removeDrafts(inner, [before]);
    });
  } catch (error) {
    // The foreign key decides: a count taken before could be old by now.
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    const { product_images: _, ...references } = await countReferences(ctx, productsTable, id);
    throw productRefusals.product_in_use({ references });
  }
}

type Removal = Input<typeof products.previewRemoval>;

/** Refuses with `too_many_rows`. */
export const previewRemoval = async (ctx: Ctx, input: Removal): Promise<BulkPreview> =>
  previewBulk(ctx, removalOf(ctx, input, await isReferenced(ctx, productsTable)));

/** Refuses as the preview does, and with `preview_stale`, also when somebody refers to one of them meanwhile. */
export async function applyRemoval(
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof products.applyRemoval>,
): Promise<BulkResult> {
  const isKept = await isReferenced(ctx, productsTable);
  try {
    return await applyBulk(ctx, removalOf(ctx, input, isKept), fingerprint);
  } catch (error) {
    throw violationOf(error)?.kind === "foreign_key" ? bulkRefusals.preview_stale() : error;
  }
}

type Candidate = Pick<ProductRecord, "id" | "version" | "code" | "name" | "status"> & { readonly isKept: boolean };

function removalOf(ctx: Ctx, { selection }: Removal, isKept: SQL<boolean>): BulkAction<Candidate> {
  const { list } = productStore;
  const { id, version, code, name, status } = productsTable;
  return {
    list,
    selected: selectedFrom(ctx, list, selection as never),
    columns: { id, version, code, name, status, isKept },
    label: (product) => `${product.code} ${product.name}`,
    judge: (product) => {
      if (!isDeletable(product)) return "only_draft_products_can_be_deleted";
      return product.isKept ? "product_in_use" : null;
    },
    intent: "delete",
    change: removeDrafts,
  };
}

/** A statement is cancelled after 3.5 s; each row is looked for in every table that may refer to it. */
const removedAtOnce = 500;

/** Deletes drafts that are locked, with their pictures, each with its audit entry. */
async function removeDrafts(ctx: Ctx, drafts: readonly Pick<ProductRecord, "id">[]): Promise<void> {
  for (let start = 0; start < drafts.length; start += removedAtOnce) {
    const ids = drafts.slice(start, start + removedAtOnce).map(({ id }) => id);
    // They go with their products.
    const imagesById = await readImages(ctx, ids);
    if (imagesById.size > 0) await releaseFiles(ctx, { recordId: [...imagesById.keys()] });
    const removed = await ctx.db.delete(productsTable).where(inArray(productsTable.id, ids)).returning();
    await recordAudit(
      ctx,
      removed.map((product) => ({
        action: "delete",
        resource: "products",
        resourceId: product.id,
        changes: changesBetween(
          productFields.valuesOf({ ...product, images: imagesById.get(product.id) ?? [] }),
          productFields.absent,
        ),
      })),
    );
  }
}
