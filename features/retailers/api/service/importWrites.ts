import { sql } from "drizzle-orm";
import { newId } from "#api/newId.ts";
import type { Ctx } from "#api/context.ts";
import type { GoodRow, ImportSource } from "#api/importer.ts";
import { requireInside } from "#api/rowScope.ts";
import { changesBetween, recordAudit } from "#features/audit/api/service.ts";
import { atField, rewriteRetailer } from "#features/retailers/api/service/changes.ts";
import { lockChains } from "#features/retailers/api/service/chains.ts";
import { insertHours } from "#features/retailers/api/service/hours.ts";
import type { ImportedRetailer } from "#features/retailers/api/service/importRows.ts";
import { insertLocations } from "#features/retailers/api/service/locations.ts";
import { keysOf } from "#features/retailers/api/service/records.ts";
import { auditResource, retailerRows } from "#features/retailers/api/service/rows.ts";
import { retailerRefusals } from "#features/retailers/contract/records.ts";
import { noRetailer } from "#features/retailers/rules.ts";
import { holdRetailerType } from "#features/retailerTypes/api/service/records.ts";

/**
 * Writes rows that were judged good in this transaction, with their audit entries, as `createRetailer` and
 * `updateRetailer` write one; new ones all in one statement a table.
 */
export async function writeRetailerRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedRetailer>[],
  { fileName }: ImportSource,
): Promise<void> {
  // Chains and types stay as they were judged until this is written.
  await lockChains(ctx);
  for (const typeId of new Set(rows.map(({ values }) => values.input.retailerTypeId)))
    if ((await holdRetailerType(ctx, typeId)) === null) throw atField(retailerRefusals.type_not_available, "type");
  for (const { values } of rows) if (values.before !== null) await rewriteRetailer(ctx, values.before, values.input);
  const added = rows.flatMap(({ rowNumber, values }): Added[] => {
    if (values.before !== null) return [];
    // Read by people of every language: `shops.csv:212`.
    return [{ ...values, id: newId(ctx), locationId: newId(ctx), reason: `${fileName}:${rowNumber}` }];
  });
  for (let start = 0; start < added.length; start += addedAtOnce)
    await addRetailers(ctx, added.slice(start, start + addedAtOnce));
  await requireInside(
    ctx,
    retailerRows,
    added.map(({ id }) => id),
  );
}

type Added = ImportedRetailer & { readonly id: string; readonly locationId: string; readonly reason: string };

// A statement that takes more than 3.5 s is cancelled. On a busy machine a thousand rows and their eleven indexes may.
const addedAtOnce = 250;

async function addRetailers(ctx: Ctx, added: readonly Added[]): Promise<void> {
  await insertRows(ctx, added);
  await insertLocations(
    ctx,
    added.flatMap(({ id, locationId, location }) =>
      location ? [{ ...location, id: locationId, retailerId: id }] : [],
    ),
  );
  await insertHours(
    ctx,
    added.flatMap(({ locationId, spans }) => spans.map((span) => ({ ...span, locationId }))),
  );
  await recordAudit(
    ctx,
    added.map(({ id, input, location, reason }) => ({
      action: "import",
      resource: auditResource,
      resourceId: id,
      reason,
      changes: {
        ...changesBetween(noRetailer, { ...input, status: "draft" }),
        ...(location ? { locations: { before: null, after: location } } : {}),
      },
    })),
  );
}

async function insertRows(ctx: Ctx, added: readonly Added[]): Promise<void> {
  const rows = added.map(({ id, input, location }) => ({
    id,
    ...input,
    ...keysOf({ ...input, city: location?.city ?? null }),
    city: location?.city ?? null,
    locationsCount: location ? 1 : 0,
  }));
  const by = sql`${ctx.actor?.userId ?? null}::uuid`;
  const now = sql`${ctx.now}::timestamptz`;
  const json = JSON.stringify(rows.map(toSnakeCase));
  await ctx.db.execute(sql`
    insert into retailers (
      id, retailer_type_id, parent_id, depth, trading_name, trading_name_i18n, sort_key, legal_name, country,
      registration_no, registration_country, tax_no, gln, default_currency, timezone, default_language, website,
      social, commission_bps, settlement_terms_days, pos_integration, visibility, risk_flags, status, locations_count, city,
      city_key, words, created_at, created_by, updated_at, updated_by)
    select added.id, added.retailer_type_id, added.parent_id, coalesce(chain.depth, 0) + 1, added.trading_name,
           added.trading_name_i18n, added.sort_key, added.legal_name, added.country, added.registration_no,
           added.registration_country, added.tax_no, added.gln, added.default_currency, added.timezone,
           added.default_language, added.website, added.social, added.commission_bps, added.settlement_terms_days,
           added.pos_integration, added.visibility, added.risk_flags, 'draft', added.locations_count, added.city,
           added.city_key, added.words, ${now}, ${by}, ${now}, ${by}
      from jsonb_populate_recordset(null::retailers, ${json}::jsonb) as added
      left join retailers as chain on chain.id = added.parent_id`);
  await ctx.db.execute(sql`
    insert into retailer_closure (ancestor_id, descendant_id, distance)
    select added.id, added.id, 0 from jsonb_populate_recordset(null::retailers, ${json}::jsonb) as added
     union all
    select above.ancestor_id, added.id, above.distance + 1
      from jsonb_populate_recordset(null::retailers, ${json}::jsonb) as added
      join retailer_closure as above on above.descendant_id = added.parent_id`);
}

/** As the table's columns are called: `tradingNameI18n` is `trading_name_i18n`. */
const toSnakeCase = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/I18n$/, "_i18n").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
