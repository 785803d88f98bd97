import { eq } from "drizzle-orm";
import { losesRequirement } from "#base/impact.ts";
import { nameKey } from "#base/searchKey.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { checkKeyedRows, type KeyedRow, writeKeyedRows } from "#api/import/keyedRows.ts";
import {
  arabicColumn,
  flagColumn,
  neededColumn,
  numberColumn,
  type ReadColumn,
  textColumn,
  translationsColumn,
  wordColumn,
} from "#api/import/readColumns.ts";
import type { CheckedRow, GoodRow, ImportRow, ImportRun, ImportSource } from "#api/importer.ts";
import { insertRetailerTypes, rewriteRetailerType } from "#features/retailerTypes/api/service/changes.ts";
import { countRetailers, lockRetailerType } from "#features/retailerTypes/api/service/records.ts";
import { retailerTypesTable as table } from "#features/retailerTypes/api/tables.ts";
import { RetailerTypeInput, retailerTypes } from "#features/retailerTypes/contract.ts";
import { asksLess, emptyRetailerType, retailerTypeErrors } from "#features/retailerTypes/rules.ts";

export type ImportedType = KeyedRow<RetailerTypeInput>;

export const typeColumns: readonly ReadColumn[] = [
  {
    ...neededColumn("code", "Code", "الرمز", "GROCERY", ["type", "الرمز"]),
    read: (text) => text.toUpperCase(),
  },
  neededColumn("name", "Name", "الاسم", "Grocery", ["الاسم"]),
  translationsColumn("nameI18n", "Name by language", "الاسم بحسب اللغة", '{"ms": "Kedai runcit"}', ["names_json"]),
  arabicColumn("nameI18n", "Name in Arabic", "الاسم بالعربية", "بقالة", ["name_ar"]),
  textColumn("description", "Description", "الوصف", "Shops that sell packed food", ["الوصف"]),
  wordColumn("icon", "Picture", "الصورة", "store"),
  wordColumn("channel", "Channel", "القناة", "physical", ["sales_channel"]),
  wordColumn("certificatePolicy", "Certificate policy", "سياسة الشهادات", "require_product", ["certificate_policy"]),
  flagColumn("needsSlaughterPolicy", "Meat must state its slaughter", "بيان ذبح اللحوم", "no", [
    "needs_slaughter_policy",
  ]),
  wordColumn("kycLevel", "Verification of the retailer", "مستوى التحقق", "basic", ["kyc_level", "kyc"]),
  numberColumn("pendingDays", "Days until cashback can be spent", "أيام حتى يُصرف الاسترداد", "14", ["pending_days"]),
  numberColumn("defaultCashbackBps", "Cashback, basis points", "الاسترداد بنقاط الأساس", "200", [
    "default_cashback_bps",
  ]),
  numberColumn("maxCashbackBps", "Most cashback, basis points", "أقصى استرداد بنقاط الأساس", "1000", [
    "max_cashback_bps",
  ]),
  numberColumn("position", "Order", "الترتيب", "0", ["sort_order"]),
];

const keyOf = ({ code = "" }: { readonly code?: string }) => code.toUpperCase();

/** A row changes the type that has its code, or makes one. */
export async function checkTypeRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedType>[]> {
  const records = await ctx.db.select().from(table).where(eq(table.status, "active"));
  const known = new Map(records.map((record) => [keyOf(record), record]));
  const checked = checkKeyedRows(rows, run, {
    columns: typeColumns,
    schema: RetailerTypeInput,
    empty: emptyRetailerType,
    keyOf,
    keyField: "code",
    known,
    mayUpdate: actorOf(ctx).permissions.has(retailerTypes.update.permission),
    errorsOf: retailerTypeErrors,
    unique: {
      field: "name",
      keyOf: ({ name }) => nameKey(name),
      holders: new Map(records.map((record) => [record.nameKey, record.id])),
      code: "duplicate_type_name",
    },
  });
  const counts = await countRetailers(
    ctx,
    records.map(({ id }) => id),
  );
  // A file asks less of no retailer (docs/decisions/0045): that is done on the type's page.
  return checked.map((row, place) => {
    const before = known.get(keyOf(rows[place]!.cells));
    if (row.outcome !== "update" || before === undefined || !counts.get(before.id)) return row;
    if (!asksLess(before, row.values.whole)) return row;
    const problems = [{ field: "certificatePolicy", code: "requirement_lost" }];
    return { rowNumber: row.rowNumber, outcome: "bad", problems };
  });
}

export const writeTypeRows = (ctx: Ctx, rows: readonly GoodRow<ImportedType>[], source: ImportSource): Promise<void> =>
  writeKeyedRows(ctx, rows, source, {
    add: (inner, id, values, reason) => insertRetailerTypes(inner, [{ id, values }], { action: "import", reason }),
    change: async (inner, id, patch, reason) => {
      const before = await lockRetailerType(inner, { id });
      const { consequences } = await rewriteRetailerType(inner, before, patch, reason);
      if (losesRequirement(consequences)) throw new Error("a type got retailers during the import of a laxer policy");
    },
  });
