import { and, eq, sql } from "drizzle-orm";
import { addDays } from "#base/days.ts";
import type { Input, Output } from "#base/contract.ts";
import { newId } from "#api/newId.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { clockOf, inputOf } from "#features/halal/certificates/record/api/toCertificate.ts";
import { insertCertificates } from "#features/halal/certificates/record/api/insertCertificates.ts";
import { countLines, readSites, readStandards } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { findCertificate, rowOf, wholeOf } from "#features/halal/certificates/record/api/records.ts";
import { readableScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { requireAction } from "#features/halal/certificates/review/api/transitions.ts";
import {
  certificateLinesTable as lines,
  type CertificateRecord,
  certificatesTable as table,
} from "#features/halal/certificates/api/tables.ts";
import { bodiesTable } from "#features/halal/certifiers/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";

/**
 * Begins the next revision as a draft: all that the older one says but its days and documents, and its listed lines with
 * their products. Sent again it answers the draft that it made.
 *
 * Refuses with `not_found`, `invalid_step`, `step_blocked` and `renewal_exists`.
 */
export async function renewCertificate(
  ctx: Ctx,
  { id, newId: renewalId }: Input<typeof certificates.renew>,
): Promise<Certificate> {
  const older = await findCertificate(ctx, id);
  const [made] = await ctx.db.select().from(table).where(eq(table.id, renewalId));
  if (made !== undefined) {
    if (made.supersedesId !== id || made.createdBy !== (ctx.actor?.userId ?? null))
      throw certificateRefusals.id_taken();
    return wholeOf(ctx, made);
  }
  try {
    return await inTransaction(ctx, async (inner) => {
      await requireAction(inner, older, "renew");
      await insertRenewal(inner, older, renewalId);
      return wholeOf(inner, await rowOf(inner, renewalId));
    });
  } catch (error) {
    if (violationOf(error)?.constraint !== "certificates__supersedes_key") throw error;
    throw certificateRefusals.renewal_exists();
  }
}

async function insertRenewal(ctx: Ctx, older: CertificateRecord, id: string): Promise<void> {
  const standards = await readStandards(ctx, older.id);
  const sites = await readSites(ctx, older.id);
  const listed = await ctx.db
    .select()
    .from(lines)
    .where(and(eq(lines.certificateId, older.id), eq(lines.status, "listed")))
    .orderBy(lines.position);
  const values: CertificateInput = {
    ...inputOf(older, { standards, sites: sites.map((site) => ({ ...site, id: newId(ctx) })) }),
    issuedOn: null,
    // It begins where the older one ends, unless its document says otherwise.
    validFrom: older.expiresOn === null ? null : addDays(older.expiresOn, 1),
    expiresOn: null,
    lastReviewedOn: null,
    reviewDueOn: null,
    evidenceLevel: "document_only",
    notes: null,
  };
  await insertCertificates(ctx, [
    {
      id,
      values,
      lines: listed.map(({ name, brand, gtin, productId, linkReason }) => ({
        id: newId(ctx),
        name,
        brand,
        gtin,
        productId,
        linkReason,
      })),
      columns: { revision: older.revision + 1, supersedesId: older.id },
      action: "renew",
      reason: older.code,
    },
  ]);
}

/** The revisions before and after a certificate, newest first, as far as the caller may read them. */
export async function listRevisions(
  ctx: Ctx,
  { id }: Input<typeof certificates.listRevisions>,
): Promise<Output<typeof certificates.listRevisions>> {
  await findCertificate(ctx, id);
  const chain = sql`
    with recursive older (id, supersedes_id) as (
      select id, supersedes_id from certificates where id = ${id}::uuid
       union
      select before.id, before.supersedes_id from certificates as before join older on before.id = older.supersedes_id
    ), chain (id) as (
      select id from older
       union
      select after.id from certificates as after join chain on after.supersedes_id = chain.id
    ) select id from chain`;
  const rows = await ctx.db
    .select({ record: table, noticeDays: bodiesTable.renewalFromDays })
    .from(table)
    .innerJoin(bodiesTable, eq(bodiesTable.id, table.bodyId))
    .where(and(sql`${table.id} in (${chain})`, readableScope(ctx)))
    .orderBy(sql`${table.revision} desc`, sql`${table.number} desc`);
  const counts = await Promise.all(rows.map(({ record }) => countLines(ctx, record.id)));
  return {
    rows: rows.map(({ record, noticeDays }, place) => ({
      id: record.id,
      code: record.code,
      certificateNo: record.certificateNo,
      revision: record.revision,
      state: record.state,
      ...clockOf(record, noticeDays, ctx),
      validFrom: record.validFrom,
      expiresOn: record.expiresOn,
      startsAt: record.startsAt,
      endsAt: record.endsAt,
      verifiedAt: record.verifiedAt,
      listed: counts[place]!.listed,
      isCurrent: record.id === id,
    })),
  };
}
