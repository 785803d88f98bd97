import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { countReferences } from "#api/references.ts";
import { violationOf } from "#api/violations.ts";
import { lockChains } from "#features/retail/retailers/chains/api/chains.ts";
import { releasePictures } from "#features/retail/retailers/record/api/pictures.ts";
import { auditResource } from "#features/retail/retailers/api/service/rows.ts";
import { retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import { lockRetailer } from "#features/retail/retailers/record/api/store.ts";
import { retailerRefusals } from "#features/retail/retailers/record/contract.ts";
import { retailerFields } from "#features/retail/retailers/record/fields.ts";
import { isDeletable } from "#features/retail/retailers/record/lifecycle.ts";

/**
 * Deletes a draft with its parts.
 *
 * Refuses with `not_found`, `version_conflict`, `only_draft_retailers_deleted`, and with `retailer_in_use` and the number
 * of rows by table when other records refer to it.
 */
export async function removeRetailer(ctx: Ctx, { id, version }: Input<typeof retailers.remove>): Promise<undefined> {
  try {
    await inTransaction(ctx, async (inner) => {
      await lockChains(inner);
      const before = await lockRetailer(inner, { id, version });
      if (!isDeletable(before)) throw retailerRefusals.only_draft_retailers_deleted({ status: before.status });
      await inner.db.delete(table).where(eq(table.id, id));
      await releasePictures(inner, id);
      const changes = changesBetween({ ...retailerFields.valuesOf(before) }, retailerFields.absent);
      await recordAudit(inner, [{ action: "delete", resource: auditResource, resourceId: id, changes }]);
    });
  } catch (error) {
    // The foreign key decides: a count taken before could be old by now.
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    throw retailerRefusals.retailer_in_use({ references: await countReferences(ctx, table, id) });
  }
}
