import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey, sortKey } from "#base/searchKey.ts";
import { readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { readArrays, rowFrom, selectionOf } from "#api/statements.ts";
import { versionConflict } from "#api/versionConflict.ts";
import { readRelated } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { auditResource, certificateScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { toCertificate } from "#features/halal/certificates/record/api/toCertificate.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { numberKey } from "#features/halal/certificates/rules.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";

const columnsByName = getTableColumns(table);
const columns = Object.values(columnsByName) as PgColumn[];
const names = Object.keys(columnsByName);
const selection = selectionOf(columns, table);

async function readRecords(ctx: Ctx, where: SQL | undefined, tail: SQL = sql``): Promise<CertificateRecord[]> {
  const rows = await readArrays(ctx.db, sql`${selection} where ${where} ${tail}`, { hasStablePlan: false });
  return rows.map((values) => rowFrom(names, columns, values) as CertificateRecord);
}

/** A certificate within the caller's scope. Refuses with `not_found`, also for one outside it. */
export async function findCertificate(ctx: Ctx, id: string): Promise<CertificateRecord> {
  const [record] = await readRecords(ctx, and(eq(table.id, id), certificateScope(ctx)));
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

/** A row without a scope check: one that the caller has just written, or that belongs to one. */
export async function rowOf(ctx: Ctx, id: string): Promise<CertificateRecord> {
  const [record] = await readRecords(ctx, eq(table.id, id));
  if (record === undefined) throw new Error(`certificate ${id} is not there`);
  return record;
}

/** A certificate as the API returns it. */
export const wholeOf = async (ctx: Ctx, record: CertificateRecord): Promise<Certificate> =>
  toCertificate(record, await readRelated(ctx, record), ctx);

/** Refuses with `not_found`. */
export const getCertificate = async (ctx: Ctx, { id }: Input<typeof certificates.get>): Promise<Certificate> =>
  wholeOf(ctx, await findCertificate(ctx, id));

/** The history of a certificate, newest first. Refuses with `not_found`. */
export async function readCertificateActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof certificates.activity>,
): Promise<Output<typeof certificates.activity>> {
  await findCertificate(ctx, id);
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/**
 * Reads a certificate and locks it until the transaction of `ctx` ends, so that no other user can change it.
 *
 * Refuses with `not_found`, and with `version_conflict` if it has changed since `version`.
 */
export async function lockCertificate(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<CertificateRecord> {
  const [record] = await readRecords(ctx, and(eq(table.id, id), certificateScope(ctx)), sql`for no key update`);
  if (record === undefined) throw commonRefusals.not_found();
  if (record.version === version) return record;
  const current = await wholeOf(ctx, record);
  throw await versionConflict(ctx, { resource: auditResource, record, version, current, schema: Certificate });
}

type KeyFields = Pick<CertificateInput, "certificateNo" | "holderName">;

/** The keys for comparing, sorting and searching certificates. */
export function keysOf({ certificateNo, holderName }: KeyFields) {
  const numberWords = searchKey(certificateNo);
  const holder = searchKey(holderName);
  return {
    certificateNoKey: numberKey(certificateNo) || certificateNo,
    sortKey: sortKey(holderName, holderName),
    // A number can be found both as printed and as users type it, without dashes.
    words: [...new Set([numberWords, numberKey(certificateNo), holder])].join(" "),
  };
}
