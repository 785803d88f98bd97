import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { retailerEvent } from "#features/retail/retailers/record/api/events.ts";
import { type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import { requireType, retailerStore } from "#features/retail/retailers/record/api/store.ts";
import { isFinal } from "#features/retail/retailers/record/contract.ts";

type TypeChange = Input<typeof retailers.previewTypeChange>;

/** Refuses with `too_many_rows`, and with `type_not_available`. */
export const previewTypeChange = async (ctx: Ctx, input: TypeChange): Promise<BulkPreview> =>
  previewBulk(ctx, await typeChangeOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyTypeChange = async (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof retailers.applyTypeChange>,
): Promise<BulkResult> => applyBulk(ctx, await typeChangeOf(ctx, input), fingerprint);

const { id, version, code, tradingName, country, status, retailerTypeId: typeId } = table;
const columns = { id, version, code, tradingName, country, status, retailerTypeId: typeId };
type Row = Pick<RetailerRecord, keyof typeof columns>;

async function typeChangeOf(ctx: Ctx, { selection, retailerTypeId }: TypeChange): Promise<BulkAction<Row>> {
  await requireType(ctx, retailerTypeId);
  const { list, set } = retailerStore;
  return {
    list,
    selected: selectedFrom(ctx, list, selection),
    columns,
    label: (row) => `${row.code} ${row.tradingName}`,
    judge: (row) => {
      if (row.retailerTypeId === retailerTypeId) return "already_this_type";
      return isFinal(row.status) ? "is_final" : null;
    },
    intent: ["type", retailerTypeId],
    hasImpact: true,
    change: async (inner, rows) => {
      await requireType(inner, retailerTypeId);
      await set(inner, rows, { retailerTypeId }, () => ({ action: "update" }));
      return recordEvents(
        inner,
        rows.map((row) => retailerEvent(row, "retailer.type_changed")),
      );
    },
  };
}
