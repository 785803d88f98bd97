import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { type Ctx } from "#api/context.ts";
import { countWhere, isAnyOf, type ListDefinition, readPage, whereOf } from "#api/list.ts";
import { hasCode, type Searchable, searchedList } from "#api/searchable.ts";
import { readPeople } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { certificateScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { clockOf } from "#features/halal/certificates/record/api/toCertificate.ts";
import { certificateStandardsTable, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { bodiesTable, standardsTable } from "#features/halal/certifiers/api/tables.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { CertificateRow } from "#features/halal/certificates/record/contract/records.ts";
import { type EffectiveState, effectiveStates } from "#features/halal/certificates/contract/vocabulary.ts";
import { noticeDaysDefault, numberKey } from "#features/halal/certificates/rules.ts";

export const rowColumns = {
  id: table.id,
  code: table.code,
  bodyId: table.bodyId,
  certificateNo: table.certificateNo,
  revision: table.revision,
  kind: table.kind,
  holderType: table.holderType,
  holderName: table.holderName,
  holderCountry: table.holderCountry,
  issuedOn: table.issuedOn,
  validFrom: table.validFrom,
  expiresOn: table.expiresOn,
  validityBasis: table.validityBasis,
  timezone: table.timezone,
  reviewDueOn: table.reviewDueOn,
  stunningPolicy: table.stunningPolicy,
  evidenceLevel: table.evidenceLevel,
  state: table.state,
  stateChangedAt: table.stateChangedAt,
  startsAt: table.startsAt,
  endsAt: table.endsAt,
  supersededFrom: table.supersededFrom,
  nextCheckDueOn: table.nextCheckDueOn,
  reviewerId: table.reviewerId,
  version: table.version,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
};

type ListInput = Input<typeof certificates.list>;

/** The one definition behind the list, its counts, its export and its bulk actions: at the moment of `ctx`. */
export const certificateList = (ctx: Ctx): ListDefinition<typeof rowColumns, ListInput> => ({
  table,
  id: table.id,
  columns: rowColumns,
  search: table.searchKey,
  // The search key has the digits of a code only: with its letters in every row, "cert" would find them all.
  spellSearch: (typed) => typed.replaceAll(/\bCERT-(?=\d)/gi, " "),
  sorts: {
    updatedAt: [table.updatedAt, table.id],
    endsAt: [table.endsKey, table.id],
    createdAt: [table.createdAt, table.id],
    certificateNo: [table.certificateNoKey, table.id],
    holderName: [table.sortKey, table.id],
    code: [table.number],
    waiting: [table.stateChangedAt, table.id],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    state: (states) => or(...states.map((state) => isEffectively(state, ctx.now))),
    bodyId: (ids) => isAnyOf(table.bodyId, ids),
    kind: (kinds) => isAnyOf(table.kind, kinds),
    holderType: (types) => isAnyOf(table.holderType, types),
    brandId: (ids) =>
      or(
        isAnyOf(table.holderBrandId, ids),
        sql`exists (${lineOf(sql`
      exists (select from products where products.id = line.product_id and ${inIds(sql`products.brand_id`, ids)})`)})`,
      ),
    retailerId: (ids) => isAnyOf(table.holderRetailerId, ids),
    productId: (ids) => sql`exists (${lineOf(inIds(sql`line.product_id`, ids))})`,
    country: (countries) => isAnyOf(table.holderCountry, countries),
    market: hasImpactIn,
    stunningPolicy: (policies) => isAnyOf(table.stunningPolicy, policies),
    evidenceLevel: (levels) => isAnyOf(table.evidenceLevel, levels),
    expiringWithin: (days) => and(isHeld(ctx.now), hasDaysLeft(Math.max(...days.map(Number)), ctx.now)),
    expiresFrom: (day) => sql`${lastDayOfRow} >= ${day}::date`,
    expiresTo: (day) => sql`${lastDayOfRow} <= ${day}::date`,
    reviewer: (whose) =>
      or(
        ...whose.map((who) =>
          who === "me" ? eq(table.reviewerId, ctx.actor?.userId ?? "") : sql`${table.reviewerId} is null`,
        ),
      ),
    isUnverified: (is) => sql`(${table.state} in ('draft', 'submitted', 'changes_requested')) = ${is}`,
    isCheckDue: (is) => sql`(${isCheckDue(ctx.now)}) = ${is}`,
    hasUnmatchedLines: (has) =>
      sql`exists (${lineOf(sql`line.product_id is null and line.status = 'listed'`)}) = ${has}`,
  },
  unless: ({ state, ids }) => (state || ids ? undefined : sql`${table.state} not in ('superseded', 'rejected')`),
  scope: certificateScope,
});

/** By the number that the certifier printed, which is the title, or by our code. */
export const searchableCertificates: Searchable = {
  resource: "certificates",
  list: (ctx) => searchedList(ctx, certificateList(ctx)),
  operation: certificates.list,
  title: table.certificateNo,
  titleKey: table.certificateNoKey,
  keyOf: numberKey,
  subtitle: table.holderName,
  exactly: hasCode(table.number, "cert"),
  url: (id) => `/apps/cert/certs/${id}`,
};

/** Begun with the retailers there, so that what is sold elsewhere is not looked at. */
const hasImpactIn = (countries: readonly string[]): SQL => sql`(
  ${table.holderRetailerId} in (
    select closure.ancestor_id
      from retailers
      join retailer_closure as closure on closure.descendant_id = retailers.id
     where retailers.country = any(${`{${countries.join(",")}}`}::text[]))
  or ${table.id} in (
    select line.certificate_id
      from retailers
      join assignments on assignments.retailer_id = retailers.id and assignments.ended_at is null
      join certificate_products as line on line.product_id = assignments.product_id and line.status = 'listed'
     where retailers.country = any(${`{${countries.join(",")}}`}::text[])))`;

const lineOf = (condition: SQL): SQL => sql`
  select from certificate_products as line where line.certificate_id = ${table.id} and ${condition}`;
const inIds = (column: SQL, ids: readonly string[]): SQL => sql`${column} = any(${`{${ids.join(",")}}`}::uuid[])`;

/** Verified and not over. */
const isHeld = (now: string): SQL => sql`${table.state} = 'verified' and ${table.endsAt} > ${now}::timestamptz`;

/** The last day of validity, as shown to users. */
export const lastDayOfRow = sql<string>`last_valid_day(${table.endsAt}, ${table.timezone})`;

/** At most so many days left. The first condition is what an index finds, up to two days too many: zones are that far apart. */
const hasDaysLeft = (days: number, now: string): SQL => sql`(
  ${table.endsAt} <= ${now}::timestamptz + make_interval(days => ${days + 2}::int)
  and days_left(${table.endsAt}, ${table.timezone}, ${now}::timestamptz) <= ${days}::int)`;

const isCheckDue = (now: string): SQL => sql`${table.state} in ('verified', 'suspended') and (
  coalesce(${table.nextCheckDueOn} < (${now}::timestamptz at time zone ${table.timezone})::date, false)
  or ${table.validityBasis} = 'open_ended'
     and coalesce(${table.reviewDueOn} < (${now}::timestamptz at time zone ${table.timezone})::date, false))`;

/** What `effectiveState` of rules.ts says, asked of the rows. A test holds the two together. */
export function isEffectively(state: EffectiveState, now: string): SQL {
  const at = sql`${now}::timestamptz`;
  const verified = sql`${table.state} = 'verified'`;
  const isOpen = sql`coalesce(${table.supersededFrom} > ${at}, true) and coalesce(${table.endsAt} > ${at}, true)`;
  const hasBegun = sql`coalesce(${table.startsAt} <= ${at}, true)`;
  const isNear = sql`coalesce(days_left(${table.endsAt}, ${table.timezone}, ${at}) <= coalesce(
    (select renewal_from_days from certifying_bodies where certifying_bodies.id = ${table.bodyId}), ${noticeDaysDefault}::int), false)`;
  switch (state) {
    case "superseded":
      return sql`(${table.state} = 'superseded' or (${verified} and ${table.supersededFrom} <= ${at}))`;
    case "expired":
      return sql`(${verified} and coalesce(${table.supersededFrom} > ${at}, true) and ${table.endsAt} <= ${at})`;
    case "upcoming":
      return sql`(${verified} and ${isOpen} and not ${hasBegun})`;
    case "expiring":
      return sql`(${verified} and ${isOpen} and ${hasBegun} and ${isNear})`;
    case "valid":
      return sql`(${verified} and ${isOpen} and ${hasBegun} and not ${isNear})`;
    default:
      return eq(table.state, state);
  }
}

/** Refuses with `invalid_cursor`. */
export async function listCertificates(ctx: Ctx, input: ListInput): Promise<Output<typeof certificates.list>> {
  const page = await readPage(ctx, certificateList(ctx), input);
  return { ...page, rows: await withParts(ctx, page.rows) };
}

/** One count a state, each with the cap of a list's total. */
export async function countCertificatesByState(
  ctx: Ctx,
  filter: Input<typeof certificates.countByState>,
): Promise<Output<typeof certificates.countByState>> {
  const matching = whereOf(ctx, { ...certificateList(ctx), unless: () => undefined }, filter);
  const totals = await Promise.all(
    effectiveStates.map(
      async (state) =>
        [
          state,
          await countWhere(ctx, table, and(matching, isEffectively(state, ctx.now)), { until: "capped" }),
        ] as const,
    ),
  );
  return { byState: Object.fromEntries(totals) as Output<typeof certificates.countByState>["byState"] };
}

type ListedRecord = Pick<typeof table.$inferSelect, keyof typeof rowColumns>;

/** Rows with their related records: one statement for each kind, however many rows. */
export async function withParts(ctx: Ctx, records: readonly ListedRecord[]): Promise<CertificateRow[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const [bodies, standards, counts, people] = await Promise.all([
    readBodies(ctx, records),
    readStandardCodes(ctx, ids),
    readLineCounts(ctx, ids),
    readPeople(
      ctx,
      records.map(({ reviewerId }) => reviewerId),
    ),
  ]);
  return records.map((record) => {
    const { renewalFromDays, ...body } = bodies.get(record.bodyId)!;
    const { effectiveState, lastDay, daysLeft } = clockOf(record, renewalFromDays, ctx);
    return {
      ...record,
      body,
      effectiveState,
      lastDay,
      daysLeft,
      standards: standards.get(record.id) ?? [],
      lineCounts: counts.get(record.id) ?? { listed: 0, matched: 0 },
      reviewer: record.reviewerId === null ? null : (people.get(record.reviewerId) ?? null),
    };
  });
}

async function readBodies(ctx: Ctx, records: readonly ListedRecord[]) {
  const { id, acronym, name, nameI18n, renewalFromDays } = bodiesTable;
  const rows = await ctx.db
    .select({ id, acronym, name, nameI18n, renewalFromDays })
    .from(bodiesTable)
    .where(isAnyOf(id, [...new Set(records.map(({ bodyId }) => bodyId))]));
  return new Map(rows.map((row) => [row.id, row]));
}

async function readStandardCodes(ctx: Ctx, ids: readonly string[]) {
  const { certificateId, standardId } = certificateStandardsTable;
  const rows = await ctx.db
    .select({ certificateId, code: standardsTable.code })
    .from(certificateStandardsTable)
    .innerJoin(standardsTable, eq(standardsTable.id, standardId))
    .where(isAnyOf(certificateId, ids))
    .orderBy(asc(standardsTable.code));
  const codes = new Map<string, string[]>();
  for (const row of rows) codes.set(row.certificateId, [...(codes.get(row.certificateId) ?? []), row.code]);
  return codes;
}

async function readLineCounts(ctx: Ctx, ids: readonly string[]) {
  const result = await ctx.db.execute(sql`
    select certificate_id as id, count(*)::int as listed, count(product_id)::int as matched
      from certificate_products
     where status = 'listed' and ${inIds(sql`certificate_id`, ids)}
     group by certificate_id`);
  const { rows } = result as { rows: { id: string; listed: number; matched: number }[] };
  return new Map(rows.map(({ id, listed, matched }) => [id, { listed, matched }]));
}

/** Certificates that end between these days in their own time zone. An index finds them by the UTC days around. */
export const endsBetween = (from: string, to: string): SQL | undefined =>
  and(
    eq(table.state, "verified"),
    sql`${table.endsAt} between ${from}::date - 1 and ${to}::date + 3`,
    sql`${lastDayOfRow} between ${from}::date and ${to}::date`,
  );
