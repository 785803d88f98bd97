import { ne } from "drizzle-orm";
import { actorOf, type Ctx } from "#api/context.ts";
import { checkKeyedRows, type KeyedRow, writeKeyedRows } from "#api/import/keyedRows.ts";
import {
  arabicColumn,
  listColumn,
  neededColumn,
  numberColumn,
  type ReadColumn,
  textColumn,
  wordColumn,
} from "#api/import/readColumns.ts";
import type { CheckedRow, GoodRow, ImportRow, ImportRun, ImportSource } from "#api/importer.ts";
import { insertBody, lockBody, rewriteBody } from "#features/halal/certifiers/api/service/bodies.ts";
import { bodiesTable } from "#features/halal/certifiers/api/tables.ts";
import { certifiers } from "#features/halal/certifiers/contract.ts";
import { BodyInput } from "#features/halal/certifiers/contract/bodies.ts";
import { bodyErrors, emptyBody } from "#features/halal/certifiers/rules.ts";

export type ImportedBody = KeyedRow<BodyInput>;

export const bodyColumns: readonly ReadColumn[] = [
  neededColumn("acronym", "Acronym", "الاختصار", "JAKIM", ["body", "الاختصار"]),
  neededColumn("name", "Name", "الاسم", "Halal Food Authority", ["الاسم"]),
  arabicColumn("nameI18n", "Name in Arabic", "الاسم بالعربية", "هيئة الغذاء الحلال", ["name_ar"]),
  {
    ...neededColumn("country", "Country", "الدولة", "GB", ["country_code", "الدولة"]),
    read: (text) => text.toUpperCase(),
  },
  wordColumn("kind", "Kind", "النوع", "private", ["type"]),
  textColumn("website", "Website", "الموقع", "https://body.example", ["url"]),
  textColumn("registryUrl", "Registry", "السجل", "https://body.example/registry", ["registry_url", "registry"]),
  textColumn("registryLookupTemplate", "Link into the registry", "رابط السجل", "https://body.example/?no={number}", [
    "registry_lookup_template",
  ]),
  textColumn("certificateNoPattern", "Pattern of its numbers", "نمط الأرقام", "[A-Z]{2}\\d{6}", [
    "certificate_no_pattern",
  ]),
  numberColumn("typicalValidityMonths", "Months of validity", "أشهر الصلاحية", "24", [
    "typical_validity_months",
    "validity",
  ]),
  numberColumn("renewalFromDays", "Renewal from, days before", "التجديد من (أيام)", "180", ["renewal_from_days"]),
  numberColumn("renewalToDays", "Renewal until, days before", "التجديد حتى (أيام)", "90", ["renewal_to_days"]),
  wordColumn("defaultStunningPolicy", "Stunning", "الصعق", "none", ["default_stunning_policy", "stunning"]),
  listColumn("offLabelTags", "Open Food Facts tags", "وسوم Open Food Facts", "en:halal", ["off_label_tags"]),
];

const keyOf = ({ acronym = "", country = "" }: { readonly acronym?: string; readonly country?: string }) =>
  `${acronym.toLowerCase()} ${country.toUpperCase()}`;

/** A row changes the body that has its acronym in its country, or makes one. */
export async function checkBodyRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedBody>[]> {
  const records = await ctx.db.select().from(bodiesTable).where(ne(bodiesTable.status, "archived"));
  return checkKeyedRows(rows, run, {
    columns: bodyColumns,
    schema: BodyInput,
    empty: emptyBody,
    keyOf,
    keyField: "acronym",
    known: new Map(records.map((record) => [keyOf(record), record])),
    mayUpdate: actorOf(ctx).permissions.has(certifiers.update.permission),
    errorsOf: bodyErrors,
  });
}

export const writeBodyRows = (ctx: Ctx, rows: readonly GoodRow<ImportedBody>[], source: ImportSource): Promise<void> =>
  writeKeyedRows(ctx, rows, source, {
    add: (inner, id, whole, reason) => insertBody(inner, id, whole, { action: "import", reason }),
    change: async (inner, id, patch, reason) => {
      await rewriteBody(inner, await lockBody(inner, { id }), patch, reason);
    },
  });
