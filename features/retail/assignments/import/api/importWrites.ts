import { sql } from "drizzle-orm";
import { changesBetween, recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import type { GoodRow, ImportSource } from "#api/importer.ts";
import type { ImportedAssignment, ImportedTerms } from "#features/retail/assignments/import/api/importRows.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { auditResource } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { reevaluateLater } from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import { endRows, insertRows } from "#features/retail/assignments/api/service/writeRows.ts";
import { statusAt } from "#features/retail/assignments/rules.ts";

/** Writes validated rows in this transaction, with their audit entries. */
export async function writeAssignmentRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedAssignment>[],
  { fileName }: ImportSource,
): Promise<void> {
  const isNew = ({ before }: ImportedAssignment) => before === null || statusAt(before, ctx.now) === "ended";
  const added = rows.filter(({ values }) => isNew(values));
  await endRows(
    ctx,
    added.flatMap(({ values }) => values.before?.id ?? []),
    fileName,
  );
  await insertRows(
    ctx,
    added.map(({ values }) => ({ ...values, status: "active", startsAt: ctx.now, endsAt: null })),
    fileName,
  );
  await rewrite(
    ctx,
    rows.filter(({ values }) => !isNew(values)),
    fileName,
  );
  if (added.length === 0) return;
  await reevaluateLater(ctx, {
    products: [...new Set(added.map(({ values }) => values.productId))],
    retailers: [...new Set(added.map(({ values }) => values.retailerId))],
  });
}

/** Throws if an assignment has changed since validation: then all rows must be validated again. */
async function rewrite(ctx: Ctx, changed: readonly GoodRow<ImportedAssignment>[], fileName: string): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ values: { before, terms } }) => ({
    id: before!.id,
    version: before!.version,
    ...stored(terms),
  }));
  const written = await rowsOf(
    ctx,
    sql`
    update assignments
       set price_minor = wanted.price_minor, currency = wanted.currency, stock_status = wanted.stock_status,
           cashback_mode = wanted.cashback_mode, cashback_bps = wanted.cashback_bps,
           cashback_fixed_minor = wanted.cashback_fixed_minor, cashback_cap_minor = wanted.cashback_cap_minor,
           consumer_cap_per_month = wanted.consumer_cap_per_month, retailer_sku = wanted.retailer_sku,
           shelf_url = wanted.shelf_url, version = assignments.version + 1, updated_at = ${ctx.now}::timestamptz,
           updated_by = ${ctx.actor?.userId ?? null}::uuid
      from jsonb_populate_recordset(null::assignments, ${JSON.stringify(rows)}::jsonb) as wanted
     where assignments.id = wanted.id and assignments.version = wanted.version
    returning assignments.id`,
  );
  if (written.length !== changed.length) throw new Error("assignments changed during their import");
  await recordAudit(
    ctx,
    changed.map(({ rowNumber, values: { before, terms } }) => ({
      action: "update",
      resource: auditResource,
      resourceId: before!.id,
      reason: `${fileName}:${rowNumber}`,
      changes: changesBetween(before!, terms),
    })),
  );
}

const stored = (terms: ImportedTerms) => ({
  price_minor: terms.priceMinor,
  currency: terms.currency,
  stock_status: terms.stockStatus,
  cashback_mode: terms.cashbackMode,
  cashback_bps: terms.cashbackBps,
  cashback_fixed_minor: terms.cashbackFixedMinor,
  cashback_cap_minor: terms.cashbackCapMinor,
  consumer_cap_per_month: terms.consumerCapPerMonth,
  retailer_sku: terms.retailerSku,
  shelf_url: terms.shelfUrl,
});
