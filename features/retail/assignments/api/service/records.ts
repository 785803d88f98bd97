import { and, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesSince } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { pairKey, readVerdicts } from "#features/retail/assignments/changes/api/findings.ts";
import { instantOf, rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { assignmentScope, auditResource, uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import {
  type AssignmentRecord,
  assignmentRowsTable as rows,
  assignmentsTable,
} from "#features/retail/assignments/api/tables.ts";
import type { AssignmentConflict, assignments } from "#features/retail/assignments/contract.ts";
import {
  Assignment,
  type Halal,
  type PicturedProduct,
  type RetailerSummary,
} from "#features/retail/assignments/contract/rows.ts";
import { productImagesTable } from "#features/catalogue/products/api/tables.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";
import { effectivePrice, effectiveRate, type LevelRates, statusAt } from "#features/retail/assignments/rules.ts";

/** The columns of an assignment that come from other tables, in one statement for a page. */
type Around = HalalRow & {
  readonly id: string;
  readonly retailer: RetailerSummary;
  readonly location: Assignment["location"];
  readonly product: PicturedProduct;
  readonly rrp_minor: string | number | null;
  readonly rrp_currency: string | null;
  readonly day: string;
  readonly levels: LevelRates;
  readonly evidence: Assignment["evidence"];
};

/** SQL for those columns. The parameters are the names of the tables in the query. */
export const productJson = sql`
  jsonb_build_object('id', product.id, 'code', product.code, 'name', product.name, 'nameI18n', product.name_i18n,
                     'gtin', product.gtin, 'brand', jsonb_build_object('id', brand.id, 'name', brand.name,
                                                                       'nameI18n', brand.name_i18n))`;
export const picturedProductJson = sql`
  ${productJson} || jsonb_build_object('image', (
    select jsonb_build_object('fileId', image.file_id, 'placeholder', file.placeholder)
      from ${productImagesTable} as image
      join ${filesTable} as file on file.id = image.file_id
     where image.product_id = product.id and image.position = 0))`;
export const retailerJson = sql`
  jsonb_build_object('id', retailer.id, 'code', retailer.code, 'name', retailer.trading_name,
                     'nameI18n', retailer.trading_name_i18n, 'country', retailer.country)`;
/** SQL for the rates that `effectiveRate` chooses from, with the names of the tables in the query. */
export const levelRatesJson = sql`
  jsonb_build_object('productBps', product.cashback_bps, 'brandBps', brand.cashback_bps,
                     'typeBps', type.default_cashback_bps, 'maxBps', type.max_cashback_bps)`;

export type HalalRow = {
  readonly halal_state: Halal["state"];
  readonly halal_ends_at: string | null;
  readonly halal_last_day: string | null;
  readonly halal_days_left: number | null;
  readonly halal_certificate: Halal["certificate"];
};

/** The halal status from the columns that `halalColumns` selects. */
export const halalOf = (its: HalalRow): Halal => ({
  state: its.halal_state,
  certificate: its.halal_certificate,
  endsAt: instantOf(its.halal_ends_at),
  lastDay: its.halal_last_day,
  daysLeft: its.halal_days_left,
});

/** SQL of the columns that `halalOf` reads. Expects `product_halal` as `halal`, and the certificate that it names. */
export const halalColumns = (ctx: Ctx) => sql`
  halal.state as halal_state, halal.ends_at as halal_ends_at,
  last_valid_day(halal.ends_at, certificate.timezone)::text as halal_last_day,
  days_left(halal.ends_at, certificate.timezone, ${ctx.now}::timestamptz) as halal_days_left,
  case when certificate.id is not null then
    jsonb_build_object('id', certificate.id, 'code', certificate.code) end as halal_certificate`;

const certificateJson = (name: string) =>
  sql.raw(`case when ${name}.id is not null then jsonb_build_object('id', ${name}.id, 'code', ${name}.code) end`);

const readAround = (ctx: Ctx, ids: readonly string[]): Promise<Around[]> =>
  rowsOf<Around>(
    ctx,
    sql`
    select assignment.id, ${retailerJson} as retailer, ${picturedProductJson} as product,
           case when location.id is not null then jsonb_build_object('id', location.id, 'name', location.name) end as location,
           product.rrp_minor, product.rrp_currency,
           to_char(${ctx.now}::timestamptz at time zone retailer.timezone, 'YYYY-MM-DD') as day,
           ${levelRatesJson} as levels,
           ${halalColumns(ctx)},
           ${certificateJson("evidence")} as evidence
      from assignments as assignment
      join retailers as retailer on retailer.id = assignment.retailer_id
      join retailer_types as type on type.id = retailer.retailer_type_id
      left join retailer_locations as location on location.id = assignment.location_id
      join products as product on product.id = assignment.product_id
      join brands as brand on brand.id = product.brand_id
     cross join lateral product_halal(product.id, ${ctx.now}::timestamptz) as halal
      left join certificates as certificate on certificate.id = halal.certificate_id
      left join certificates as evidence on evidence.id = assignment.certificate_id
     where assignment.id = any(${uuids(ids)})`,
  );

/** Assignments in the API's format, in the order of the ids. */
export async function shownAll(ctx: Ctx, records: readonly AssignmentRecord[]): Promise<Assignment[]> {
  if (records.length === 0) return [];
  const [around, verdicts] = await Promise.all([
    readAround(
      ctx,
      records.map(({ id }) => id),
    ),
    readVerdicts(ctx, records),
  ]);
  const byId = new Map(around.map((each) => [each.id, each]));
  // One that was deleted between the two statements is left out.
  return records.flatMap((record) => {
    const its = byId.get(record.id);
    if (its === undefined) return [];
    return [shown(ctx, record, its, [...(verdicts.get(pairKey(record))?.findings ?? [])])];
  });
}

const ownFields = [
  "id",
  "pauseReason",
  "pauseSource",
  "pausedAt",
  "priceMinor",
  "currency",
  "priceValidFrom",
  "priceValidTo",
  "stockStatus",
  "cashbackMode",
  "cashbackBps",
  "cashbackFixedMinor",
  "cashbackCapMinor",
  "consumerCapPerMonth",
  "startsAt",
  "endsAt",
  "retailerSku",
  "shelfUrl",
  "version",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof AssignmentRecord & keyof Assignment)[];

function shown(ctx: Ctx, record: AssignmentRecord, its: Around, findings: Assignment["findings"]): Assignment {
  const own = Object.fromEntries(ownFields.map((name) => [name, record[name]])) as Pick<
    Assignment,
    (typeof ownFields)[number]
  >;
  const rrpMinor = its.rrp_minor === null ? null : Number(its.rrp_minor);
  const price = effectivePrice(own, { rrpMinor, rrpCurrency: its.rrp_currency }, its.day);
  return {
    ...own,
    status: statusAt(record, ctx.now),
    retailer: its.retailer,
    location: its.location,
    product: its.product,
    price,
    rate: effectiveRate(own, its.levels, price),
    halal: halalOf(its),
    findings,
    evidence: its.evidence,
  };
}

/** Refuses with `not_found`, also for assignments outside the caller's scope. */
export const getAssignment = async (ctx: Ctx, { id }: Input<typeof assignments.get>): Promise<Assignment> =>
  (await shownAll(ctx, [await findAssignment(ctx, id)]))[0]!;

/** Refuses with `not_found`, also for assignments outside the caller's scope. */
export async function findAssignment(ctx: Ctx, id: string): Promise<AssignmentRecord> {
  const [record] = await readWhere(ctx, eq(rows.id, id));
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

/**
 * Reads and locks an assignment until the transaction of `ctx` ends. Refuses with `not_found`, and with
 * `version_conflict` if it has changed since `version`.
 */
export async function lockAssignment(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<AssignmentRecord> {
  await findAssignment(ctx, id);
  const [record] = await ctx.db.select().from(assignmentsTable).where(eq(assignmentsTable.id, id)).for("update");
  if (record === undefined) throw commonRefusals.not_found();
  if (record.version !== version) throw commonRefusals.version_conflict(await conflictWith(ctx, record, version));
  return record;
}

async function conflictWith(ctx: Ctx, record: AssignmentRecord, version: number): Promise<AssignmentConflict> {
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource: auditResource, resourceId: record.id, versions });
  // A refusal's details pass no output schema, so this must leave out internal fields itself (reliability R14).
  const current = z.parse(Assignment, (await shownAll(ctx, [record]))[0]);
  return { current, changedBy, changedAt: record.updatedAt, changes };
}

const readWhere = (ctx: Ctx, condition: SQL): Promise<AssignmentRecord[]> =>
  ctx.db
    .select()
    .from(rows)
    .where(and(condition, assignmentScope(ctx)));
