import { eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Consequence } from "#base/eventTypes.ts";
import { requireInside } from "#api/rowScope.ts";
import { changesBetween, type Recorded, recordAudit } from "#features/audit/api/service.ts";
import {
  type CertificateVerb,
  recordCertificateEvents,
  toldColumns,
} from "#features/certificates/api/service/events.ts";
import { lockCertificate, rowOf, wholeOf } from "#features/certificates/api/service/records.ts";
import { auditResource, certificateRows } from "#features/certificates/api/service/scoping.ts";
import { tellOfChange } from "#features/certificates/api/service/telling.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/certificates/api/tables.ts";
import type { Certificate } from "#features/certificates/contract/records.ts";

/** What a change writes: columns of the row itself, and what the log says of the rest. */
export type Written = {
  /** What was done, as the log and the screens name it. */
  readonly action: string;
  readonly fields?: Partial<CertificateRecord>;
  /** What changed besides the columns. */
  readonly changes?: Recorded["changes"];
  readonly reason?: string | null | undefined;
  /** What others must hear of. */
  readonly verb?: CertificateVerb;
  /** What else changes by it, once it is written and others have heard. */
  readonly afterwards?: () => Promise<void>;
};

/**
 * Changes one certificate: locks it, does the work, writes row, log and events, and answers all of it. Without anything
 * written (null) it makes no version.
 *
 * Refuses with `not_found`, `version_conflict` and `outside_scope`.
 */
export function inChange(
  ctx: Ctx,
  at: { readonly id: string; readonly version: number },
  work: (inner: Ctx, before: CertificateRecord) => Promise<Written | null>,
): Promise<Certificate> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockCertificate(inner, at);
    const written = await work(inner, before);
    if (written === null) return wholeOf(inner, before);
    await writeChange(inner, before, written);
    await written.afterwards?.();
    await requireInside(inner, certificateRows, [before.id]);
    return wholeOf(inner, await rowOf(inner, before.id));
  });
}

/**
 * Writes a change to a certificate that the caller's transaction has locked, has those follow whom it concerns, and tells
 * them. Answers what followed.
 */
export async function writeChange(
  ctx: Ctx,
  before: CertificateRecord,
  { action, fields = {}, changes = {}, reason = null, verb }: Written,
): Promise<readonly Consequence[]> {
  await ctx.db
    .update(table)
    .set({
      ...fields,
      version: sql`${table.version} + 1`,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(table.id, before.id));
  await recordAudit(ctx, [
    {
      action,
      resource: auditResource,
      resourceId: before.id,
      reason,
      changes: { ...told(changesBetween(before, fields)), ...changes },
    },
  ]);
  if (verb === undefined) return [];
  const after = await rowOf(ctx, before.id);
  const { consequences } = await recordCertificateEvents(
    ctx,
    verb,
    sql`told as (select ${toldColumns} from certificates where id = ${before.id}::uuid)`,
  );
  await tellOfChange(ctx, { before, after, verb, reason, consequences });
  return consequences;
}

/** What a row is found and ordered by, and who did what when: the entry itself says so. */
const untold: ReadonlySet<string> = new Set([
  "certificateNoKey",
  "sortKey",
  "words",
  "stateChangedAt",
  "submittedAt",
  "submittedBy",
  "verifiedAt",
  "verifiedBy",
  "lastCheckedAt",
  "lastCheckedBy",
]);
const told = (changes: Recorded["changes"]) =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => !untold.has(name)));
