import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { filesById, findSameBytes } from "#features/platform/files/api/service/attachments.ts";
import { readPlaces } from "#features/halal/certificates/scope/api/places.ts";
import { readableScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import {
  certificateDocumentsTable,
  certificateLinesTable,
  type CertificateRecord,
  certificateSitesTable,
  certificateStandardsTable,
  certificatesTable as table,
} from "#features/halal/certificates/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bodiesTable, standardsTable } from "#features/halal/certifiers/api/tables.ts";
import type {
  CertifierChoice,
  CertificateDocument,
  CertificateName,
} from "#features/halal/certificates/record/contract/records.ts";
import type { SiteInput } from "#features/halal/certificates/record/fields.ts";

/** The records of other tables that belong to a certificate. */
export type RelatedRecords = Awaited<ReturnType<typeof readRelated>>;

export async function readRelated(ctx: Ctx, record: CertificateRecord) {
  const { id } = record;
  // One after another: a transaction is one connection, which takes one statement at a time.
  const body = await readCertifier(ctx, record.bodyId);
  const standards = await readStandards(ctx, id);
  const sites = await readSites(ctx, id);
  const places = await readPlaces(ctx, sites);
  const documents = await readDocuments(ctx, id);
  const lineCounts = await countLines(ctx, id);
  const supersedes = record.supersedesId === null ? null : await nameOf(ctx, record.supersedesId);
  const supersededBy = await readSuccessor(ctx, id);
  const holder = await readHolder(ctx, record);
  const { submittedBy, reviewerId, verifiedBy, lastCheckedBy } = record;
  const people = await readPeople(ctx, [submittedBy, reviewerId, verifiedBy, lastCheckedBy]);
  return { body, standards, sites, places, documents, lineCounts, supersedes, supersededBy, holder, people };
}

/** The columns of a certifier in responses. */
export const certifierColumns = {
  id: bodiesTable.id,
  acronym: bodiesTable.acronym,
  name: bodiesTable.name,
  nameI18n: bodiesTable.nameI18n,
  country: bodiesTable.country,
  website: bodiesTable.website,
  certificateNoPattern: bodiesTable.certificateNoPattern,
  typicalValidityMonths: bodiesTable.typicalValidityMonths,
  renewalFromDays: bodiesTable.renewalFromDays,
  renewalToDays: bodiesTable.renewalToDays,
  defaultStunningPolicy: bodiesTable.defaultStunningPolicy,
};

export const standardColumns = {
  id: standardsTable.id,
  code: standardsTable.code,
  edition: standardsTable.edition,
  title: standardsTable.title,
};

async function readCertifier(
  ctx: Ctx,
  id: string,
): Promise<CertifierChoice & { readonly template: string | null; readonly status: string }> {
  const [body] = await ctx.db
    .select({ ...certifierColumns, template: bodiesTable.registryLookupTemplate, status: bodiesTable.status })
    .from(bodiesTable)
    .where(eq(bodiesTable.id, id));
  return body!;
}

export const readStandards = (ctx: Ctx, certificateId: string) =>
  ctx.db
    .select(standardColumns)
    .from(standardsTable)
    .innerJoin(certificateStandardsTable, eq(certificateStandardsTable.standardId, standardsTable.id))
    .where(eq(certificateStandardsTable.certificateId, certificateId))
    .orderBy(asc(standardsTable.code), asc(standardsTable.edition));

export async function readSites(ctx: Ctx, certificateId: string): Promise<SiteInput[]> {
  const { certificateId: of, ...columns } = certificateSitesTable;
  const { id, name, address, country, locationId, isHeadquarters } = columns;
  return ctx.db
    .select({ id, name, address, country, locationId, isHeadquarters })
    .from(certificateSitesTable)
    .where(eq(of, certificateId))
    .orderBy(sql`${isHeadquarters} desc`, asc(name), asc(id));
}

async function readDocuments(ctx: Ctx, certificateId: string): Promise<CertificateDocument[]> {
  const { fileId, kind, language, position } = certificateDocumentsTable;
  const rows = await ctx.db
    .select({ fileId, kind, language })
    .from(certificateDocumentsTable)
    .where(eq(certificateDocumentsTable.certificateId, certificateId))
    .orderBy(asc(position), asc(fileId));
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.fileId);
  const files = await filesById(ctx, ids);
  const same = await findSameBytes(ctx, { fileIds: ids, exceptRecordId: certificateId });
  const others = await namesOf(
    ctx,
    same.filter(({ resource }) => resource === "certificates").map(({ resourceId }) => resourceId),
  );
  return rows.flatMap((row) => {
    const file = files.get(row.fileId);
    if (file === undefined) return [];
    const ofThis = same.filter(({ ofFileId }) => ofFileId === row.fileId).map(({ resourceId }) => resourceId);
    const alsoOn = [...new Set(ofThis)].flatMap((id) => others.get(id) ?? []);
    return { file, kind: row.kind, language: row.language, alsoOn };
  });
}

/** Only those that the caller may read are named. */
export async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, CertificateName>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: table.id, code: table.code })
    .from(table)
    .where(and(isAnyOf(table.id, [...new Set(ids)]), readableScope(ctx)));
  return new Map(rows.map((row) => [row.id, row]));
}

const nameOf = async (ctx: Ctx, id: string) => (await namesOf(ctx, [id])).get(id) ?? null;

/** The newer revision of a certificate: there is at most one that was not turned down. */
export async function readSuccessor(ctx: Ctx, id: string) {
  const [next] = await ctx.db
    .select({ id: table.id, code: table.code, state: table.state, startsAt: table.startsAt })
    .from(table)
    .where(and(eq(table.supersedesId, id), notInArray(table.state, ["rejected", "withdrawn"])));
  return next ?? null;
}

export async function countLines(ctx: Ctx, certificateId: string) {
  const { status, productId } = certificateLinesTable;
  const [counts] = await ctx.db
    .select({
      listed: sql<number>`(count(*) filter (where ${status} = 'listed'))::int`,
      matched: sql<number>`(count(${productId}) filter (where ${status} = 'listed'))::int`,
      removed: sql<number>`(count(*) filter (where ${status} = 'removed'))::int`,
    })
    .from(certificateLinesTable)
    .where(eq(certificateLinesTable.certificateId, certificateId));
  return counts!;
}

/** The brand or retailer that is the holder, with all its names. */
async function readHolder(ctx: Ctx, { holderBrandId, holderRetailerId }: CertificateRecord) {
  if (holderBrandId !== null) {
    const { id, code, name, nameI18n, alternativeNames, legalEntityName } = brandsTable;
    const [brand] = await ctx.db
      .select({ id, code, name, nameI18n, alternativeNames, legalEntityName })
      .from(brandsTable)
      .where(eq(id, holderBrandId));
    return {
      ...brand!,
      names: [brand!.name, brand!.legalEntityName, ...Object.values(brand!.nameI18n), ...brand!.alternativeNames],
    };
  }
  if (holderRetailerId === null) return null;
  const { id, code, tradingName: name, tradingNameI18n: nameI18n, legalName: legalEntityName } = retailersTable;
  const [retailer] = await ctx.db
    .select({ id, code, name, nameI18n, legalEntityName })
    .from(retailersTable)
    .where(eq(id, holderRetailerId));
  return { ...retailer!, names: [retailer!.name, retailer!.legalEntityName, ...Object.values(retailer!.nameI18n)] };
}

export async function readPeople(ctx: Ctx, ids: readonly (string | null)[]) {
  const unique = [...new Set(ids.filter((id) => id !== null))];
  if (unique.length === 0) return new Map<string, { id: string; name: string }>();
  const { id, name } = usersTable;
  const rows = await ctx.db.select({ id, name }).from(usersTable).where(inArray(id, unique));
  return new Map(rows.map((row) => [row.id, row]));
}
