import { inArray, type SQL } from "drizzle-orm";
import { type BulkPreview, type BulkResult, bulkRefusals } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { countReferences, isReferenced } from "#api/references.ts";
import { violationOf } from "#api/violations.ts";
import { releaseFiles } from "#features/platform/files/api/service/attachments.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { type BrandRecord, brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { brandRefusals, type brands } from "#features/catalogue/brands/contract.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { isDeletable } from "#features/catalogue/brands/lifecycle.ts";

/**
 * Deletes a draft.
 *
 * Refuses with `not_found`, `version_conflict`, `only_drafts_can_be_deleted`, and with `brand_in_use` and the number of
 * rows by table if other records refer to it.
 */
export async function removeBrand(ctx: Ctx, { id, version }: Input<typeof brands.remove>): Promise<undefined> {
  try {
    await inTransaction(ctx, async (inner) => {
      const before = await brandStore.lock(inner, { id, version });
      if (!isDeletable(before)) throw brandRefusals.only_drafts_can_be_deleted({ status: before.status });
      await removeDrafts(inner, [before]);
    });
  } catch (error) {
    // The foreign key decides: an earlier count could be out of date.
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    throw brandRefusals.brand_in_use({ references: await countReferences(ctx, brandsTable, id) });
  }
}

type Removal = Input<typeof brands.previewRemoval>;

/** Refuses with `too_many_rows`. */
export const previewRemoval = async (ctx: Ctx, input: Removal): Promise<BulkPreview> =>
  previewBulk(ctx, removalOf(ctx, input, await isReferenced(ctx, brandsTable)));

/** Refuses like the preview, and with `preview_stale`, also if a record refers to one of them meanwhile. */
export async function applyRemoval(
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof brands.applyRemoval>,
): Promise<BulkResult> {
  const isKept = await isReferenced(ctx, brandsTable);
  try {
    return await applyBulk(ctx, removalOf(ctx, input, isKept), fingerprint);
  } catch (error) {
    throw violationOf(error)?.kind === "foreign_key" ? bulkRefusals.preview_stale() : error;
  }
}

type Candidate = Pick<BrandRecord, "id" | "version" | "code" | "name" | "status"> & { readonly isKept: boolean };

function removalOf(ctx: Ctx, { selection }: Removal, isKept: SQL<boolean>): BulkAction<Candidate> {
  const { id, version, code, name, status } = brandsTable;
  return {
    list: brandStore.list,
    selected: selectedFrom(ctx, brandStore.list, selection as never),
    columns: { id, version, code, name, status, isKept },
    label: (brand) => `${brand.code} ${brand.name}`,
    judge: (brand) => (isDeletable(brand) ? (brand.isKept ? "brand_in_use" : null) : "only_drafts_can_be_deleted"),
    intent: "delete",
    change: removeDrafts,
  };
}

/** Statements are cancelled after 3.5 s; each row is looked up in every table that may refer to it. */
const removedAtOnce = 500;

/** Deletes locked drafts, each with its audit entry. */
async function removeDrafts(ctx: Ctx, drafts: readonly Pick<BrandRecord, "id">[]): Promise<void> {
  for (let start = 0; start < drafts.length; start += removedAtOnce) {
    const ids = drafts.slice(start, start + removedAtOnce).map(({ id }) => id);
    const removed = await ctx.db.delete(brandsTable).where(inArray(brandsTable.id, ids)).returning();
    const withLogo = removed.filter(({ logoFileId }) => logoFileId !== null);
    if (withLogo.length > 0) await releaseFiles(ctx, { recordId: withLogo.map(({ id }) => id) });
    await recordAudit(
      ctx,
      removed.map((brand) => ({
        action: "delete",
        resource: "brands",
        resourceId: brand.id,
        changes: changesBetween(brandFields.valuesOf(brand), brandFields.absent),
      })),
    );
  }
}
