import { eq } from "drizzle-orm";
import { nameKey } from "#base/searchKey.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import type { CheckedRow, GoodRow, ImportRow, ImportRun, ImportSource } from "#api/importer.ts";
import { checkKeyedRows, type KeyedRow, writeKeyedRows } from "#features/imports/api/service/keyedRows.ts";
import {
  arabicColumn,
  flagColumn,
  neededColumn,
  numberColumn,
  type ReadColumn,
  textColumn,
  translationsColumn,
  wordColumn,
} from "#features/imports/api/service/readColumns.ts";
import { insertRetailerTypes, rewriteRetailerType } from "#features/retailerTypes/api/service/changes.ts";
import { lockRetailerType } from "#features/retailerTypes/api/service/records.ts";
import { retailerTypesTable as table } from "#features/retailerTypes/api/tables.ts";
import { RetailerTypeInput, retailerTypes } from "#features/retailerTypes/contract.ts";
import { emptyRetailerType, retailerTypeErrors } from "#features/retailerTypes/rules.ts";

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
  return checkKeyedRows(rows, run, {
    columns: typeColumns,
    schema: RetailerTypeInput,
    empty: emptyRetailerType,
    keyOf,
    keyField: "code",
    known: new Map(records.map((record) => [keyOf(record), record])),
    mayUpdate: actorOf(ctx).permissions.has(retailerTypes.update.permission),
    errorsOf: retailerTypeErrors,
    unique: {
      field: "name",
      keyOf: ({ name }) => nameKey(name),
      holders: new Map(records.map((record) => [record.nameKey, record.id])),
      code: "duplicate_type_name",
    },
  });
}

export const writeTypeRows = (ctx: Ctx, rows: readonly GoodRow<ImportedType>[], source: ImportSource): Promise<void> =>
  writeKeyedRows(ctx, rows, source, {
    add: (inner, id, values, reason) => insertRetailerTypes(inner, [{ id, values }], { action: "import", reason }),
    change: async (inner, id, patch, reason) =>
      rewriteRetailerType(inner, await lockRetailerType(inner, { id }), patch, reason),
  });
