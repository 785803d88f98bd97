import { sql } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { newId } from "#api/newId.ts";
import type { Ctx } from "#api/context.ts";
import type { GoodRow, ImportSource } from "#api/importer.ts";
import { recordEvents } from "#api/events.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { atField, keysOf, retailerStore } from "#features/retail/retailers/record/api/store.ts";
import { lockChains } from "#features/retail/retailers/chains/api/chains.ts";
import { eventsOfEdit, retailerEvent } from "#features/retail/retailers/record/api/events.ts";
import { insertHours } from "#features/retail/retailers/hours/api/hours.ts";
import type { ImportedRetailer } from "#features/retail/retailers/import/api/importRows.ts";
import { insertLocations } from "#features/retail/retailers/locations/api/locations.ts";
import { auditResource, retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import type { RetailerRecord } from "#features/retail/retailers/api/tables.ts";
import type { Span } from "#features/retail/retailers/hours/contract.ts";
import type { LocationInput } from "#features/retail/retailers/locations/contract.ts";
import { retailerRefusals } from "#features/retail/retailers/record/contract.ts";
import { retailerFields, type RetailerInput } from "#features/retail/retailers/record/fields.ts";
import { holdRetailerType } from "#features/retail/retailer-types/api/store.ts";

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
  for (const typeId of new Set(rows.flatMap(({ values }) => values.input?.retailerTypeId ?? [])))
    if ((await holdRetailerType(ctx, typeId)) === null) throw atField(retailerRefusals.type_not_available, "type");
  const [added, changed, shops]: [NewRetailer[], RetailerUpdate[], NewLocation[]] = [[], [], []];
  for (const { rowNumber, values } of rows) {
    const { input, before, location, spans, chain } = values;
    // Read by people of every language: `shops.csv:212`.
    const reason = `${fileName}:${rowNumber}`;
    const locationId = newId(ctx);
    if (input === null) shops.push({ chain: chain!, location: location!, locationId, spans, reason });
    else if (before !== null) changed.push({ before, input, reason });
    else added.push({ input, location, spans, id: chain?.id ?? newId(ctx), locationId, reason });
  }
  await rewriteRetailers(ctx, changed);
  for (let start = 0; start < added.length; start += addedAtOnce)
    await addRetailers(ctx, added.slice(start, start + addedAtOnce));
  await assertInScope(
    ctx,
    retailerRows,
    added.map(({ id }) => id),
  );
  // After the chains that the same rows create.
  for (let start = 0; start < shops.length; start += addedAtOnce)
    await addShops(ctx, shops.slice(start, start + addedAtOnce));
}

type NewRetailer = Pick<ImportedRetailer, "location" | "spans"> & {
  readonly input: RetailerInput;
  readonly id: string;
  readonly locationId: string;
  readonly reason: string;
};

// A statement that takes more than 3.5 s is cancelled. On a busy machine a thousand rows and their eleven indexes may.
const addedAtOnce = 250;

async function addRetailers(ctx: Ctx, added: readonly NewRetailer[]): Promise<void> {
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
        ...changesBetween(retailerFields.absent, { ...input, status: "draft" }),
        ...(location ? { locations: { before: null, after: location } } : {}),
      },
    })),
  );
}

type NewLocation = {
  readonly chain: NonNullable<ImportedRetailer["chain"]>;
  readonly location: LocationInput;
  readonly locationId: string;
  readonly spans: readonly Span[];
  readonly reason: string;
};

/** Adds locations to existing retailers, as `saveLocation` does for one. */
async function addShops(ctx: Ctx, shops: readonly NewLocation[]): Promise<void> {
  const ids = [...new Set(shops.map(({ chain }) => chain.id))];
  await insertLocations(
    ctx,
    shops.map(({ chain, location, locationId }) => ({ ...location, id: locationId, retailerId: chain.id })),
  );
  await insertHours(
    ctx,
    shops.flatMap(({ locationId, spans }) => spans.map((span) => ({ ...span, locationId }))),
  );
  await ctx.db.execute(sql`
    update retailers
       set locations_count = (select count(*) from retailer_locations where retailer_id = retailers.id),
           version = version + 1, updated_at = ${ctx.now}::timestamptz, updated_by = ${ctx.actor?.userId ?? null}::uuid
     where id = any(${`{${ids.join(",")}}`}::uuid[])`);
  await assertInScope(ctx, retailerRows, ids);
  await recordAudit(
    ctx,
    shops.map(({ chain, location, reason }) => ({
      action: "add_location",
      resource: auditResource,
      resourceId: chain.id,
      reason,
      changes: { [`locations.${location.name}`]: { before: null, after: location } },
    })),
  );
  // Drafts that the file itself creates need no event, as nothing depends on them yet.
  const known = new Map(shops.flatMap(({ chain }) => (chain.known ? [[chain.id, chain.known] as const] : [])));
  await recordEvents(
    ctx,
    [...known.values()].map((retailer) => retailerEvent(retailer, "retailer.places_changed")),
  );
}

type RetailerUpdate = { readonly before: RetailerRecord; readonly input: RetailerInput; readonly reason: string };

/** Fields whose change affects more than the retailer's row, or needs its own permission: written as the form does. */
const decidedFields = ["parentId", "retailerTypeId", "commissionBps", "settlementTermsDays", "visibility", "riskFlags"];

async function rewriteRetailers(ctx: Ctx, changed: readonly RetailerUpdate[]): Promise<void> {
  const together: (RetailerUpdate & { readonly changes: Changes })[] = [];
  for (const change of changed) {
    const changes = changesBetween(change.before, change.input);
    if (decidedFields.some((field) => field in changes))
      await retailerStore.update(ctx, change.before, change.input, { action: "update", reason: change.reason });
    else together.push({ ...change, changes });
  }
  if (together.length === 0) return;
  const rows = together.map(({ before, input }) => ({
    id: before.id,
    version: before.version,
    ...input,
    ...keysOf({ ...before, ...input }),
  }));
  const written = await ctx.db.execute(sql`
    update retailers
       set trading_name = wanted.trading_name, trading_name_i18n = wanted.trading_name_i18n,
           sort_key = wanted.sort_key, words = wanted.words, legal_name = wanted.legal_name, country = wanted.country,
           timezone = wanted.timezone, default_language = wanted.default_language,
           default_currency = wanted.default_currency, registration_no = wanted.registration_no,
           registration_country = wanted.registration_country, tax_no = wanted.tax_no, gln = wanted.gln,
           website = wanted.website, social = wanted.social, pos_integration = wanted.pos_integration,
           version = retailers.version + 1, updated_at = ${ctx.now}::timestamptz,
           updated_by = ${ctx.actor?.userId ?? null}::uuid
      from jsonb_populate_recordset(null::retailers, ${JSON.stringify(rows.map(toSnakeCase))}::jsonb) as wanted
     where retailers.id = wanted.id and retailers.version = wanted.version
    returning retailers.id`);
  const missing = together.length - (written as { rows: unknown[] }).rows.length;
  if (missing > 0) throw new Error(`${missing} retailers changed during their import`);
  await assertInScope(
    ctx,
    retailerRows,
    together.map(({ before }) => before.id),
  );
  await recordAudit(
    ctx,
    together.map(({ before, changes, reason }) => ({
      action: "update",
      resource: auditResource,
      resourceId: before.id,
      reason,
      changes,
    })),
  );
  for (const { before, input, changes } of together) {
    await recordEvents(ctx, await eventsOfEdit(ctx, { ...before, ...input }, changes));
  }
}

async function insertRows(ctx: Ctx, added: readonly NewRetailer[]): Promise<void> {
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
      name.replace(/I18n$/, "_i18n").replace(/[A-Z]/g, (email) => `_${email.toLowerCase()}`),
      value,
    ]),
  );
