import { eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Consequence } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import { changesBetween, type Recorded, recordAudit } from "#api/audit.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import {
  type CertificateVerb,
  recordCertificateEvents,
  toldColumns,
} from "#features/halal/certificates/api/service/events.ts";
import { lockCertificate, rowOf, wholeOf } from "#features/halal/certificates/api/service/records.ts";
import { auditResource, certificateRows } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { tellOfChange } from "#features/halal/certificates/api/service/changeNotifications.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { Certificate } from "#features/halal/certificates/contract/records.ts";

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
  /** What else changes by it, once it is written and others have heard. Answers what followed from that. */
  readonly afterwards?: () => Promise<readonly Consequence[]>;
};

type At = { readonly id: string; readonly version: number };
type Work = (inner: Ctx, before: CertificateRecord) => Promise<Written | null>;

/**
 * Changes one certificate: locks it, does the work, writes row, log and events, and answers all of it. Without anything
 * written (null) it makes no version.
 *
 * Refuses with `not_found`, `version_conflict` and `outside_scope`, and with `preview_stale` when it was previewed and
 * something else follows by now.
 */
export function inChange(
  ctx: Ctx,
  { fingerprint, ...at }: At & { readonly fingerprint?: string | undefined },
  work: Work,
): Promise<Certificate> {
  return inTransaction(ctx, async (inner) => {
    const consequences = await change(inner, at, work);
    await requireFingerprint(inner, consequences, fingerprint, at);
    await assertInScope(inner, certificateRows, [at.id]);
    return wholeOf(inner, await rowOf(inner, at.id));
  });
}

/** What would follow from a change: made with all that rests on it, and undone. Refuses as the change does. */
export const previewChange = (ctx: Ctx, at: At, work: Work): Promise<Impact> =>
  runAndRollBack(ctx, async (inner) => impactOf(inner, await change(inner, at, work), at));

/** Answers what followed. */
async function change(ctx: Ctx, at: At, work: Work): Promise<readonly Consequence[]> {
  const before = await lockCertificate(ctx, at);
  const written = await work(ctx, before);
  if (written === null) return [];
  const consequences = await writeChange(ctx, before, written);
  return [...consequences, ...((await written.afterwards?.()) ?? [])];
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
