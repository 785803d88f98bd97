import { sql } from "drizzle-orm";
import { type BulkPreview, type BulkResult, bulkRefusals } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { retailerTypeList } from "#features/retailerTypes/api/service/lists.ts";
import { auditResource, countRetailers } from "#features/retailerTypes/api/service/records.ts";
import { retailerTypesTable as table } from "#features/retailerTypes/api/tables.ts";
import type { RetailerTypeStatus, retailerTypes } from "#features/retailerTypes/contract.ts";

type Archiving = Input<typeof retailerTypes.previewArchiving>;

/** Refuses with `too_many_rows`. */
export const previewArchiving = (ctx: Ctx, input: Archiving): Promise<BulkPreview> =>
  previewBulk(ctx, archivingOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. Types that retailers use stay as they are. */
export const applyArchiving = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof retailerTypes.applyArchiving>,
): Promise<BulkResult> => applyBulk(ctx, archivingOf(ctx, input), fingerprint);

type Judged = {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly status: RetailerTypeStatus;
  readonly isUsed: boolean;
};

const columns = {
  id: table.id,
  version: table.version,
  code: table.code,
  name: table.name,
  status: table.status,
  isUsed: sql`exists (
    select from retailers where retailer_type_id = retailer_types.id and retailers.status <> 'closed')`,
};

const archivingOf = (ctx: Ctx, { selection }: Archiving): BulkAction<Judged> => ({
  list: retailerTypeList,
  selected: selectedFrom(ctx, retailerTypeList, selection),
  columns,
  label: ({ code, name }) => `${code} ${name}`,
  judge: ({ status, isUsed }) => (status === "archived" ? "already_there" : isUsed ? "retailer_type_in_use" : null),
  intent: "archived",
  change: archiveAll,
});

async function archiveAll(ctx: Ctx, types: readonly Judged[]): Promise<void> {
  const ids = types.map(({ id }) => id);
  // Whoever was giving one to a retailer while it waited for the locks has committed by now.
  if ((await countRetailers(ctx, ids)).size > 0) throw bulkRefusals.preview_stale();
  await ctx.db
    .update(table)
    .set({
      status: "archived",
      version: sql`${table.version} + 1`,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(isAnyOf(table.id, ids));
  await recordAudit(
    ctx,
    types.map((type) => ({
      action: "archive",
      resource: auditResource,
      resourceId: type.id,
      changes: changesBetween(type, { status: "archived" }),
    })),
  );
}
