import { eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import { changesBetween, type AuditEntryInput, recordAudit } from "#api/audit.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import { notify } from "#api/notifications.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import {
  type CertificateEvent,
  recordCertificateEvents,
  eventColumns,
} from "#features/halal/certificates/record/api/events.ts";
import { lockCertificate, rowOf, wholeOf } from "#features/halal/certificates/record/api/records.ts";
import { auditResource, certificateRows } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { notifyOfChange } from "#features/halal/certificates/emails/api/changeNotifications.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";

/** What an action changes. */
export type Change = {
  /** As in the audit log. */
  readonly action: string;
  readonly fields?: Partial<CertificateRecord>;
  /** For the audit log: what changed in other tables. */
  readonly changes?: AuditEntryInput["changes"];
  readonly reason?: string | null | undefined;
  /** The domain event that other areas listen to. */
  readonly event?: CertificateEvent;
  /** Runs after the write and its event. Returns the side effects of what it does. */
  readonly afterwards?: () => Promise<readonly SideEffect[]>;
};

type At = { readonly id: string; readonly version: number };
type Work = (inner: Ctx, before: CertificateRecord) => Promise<Change | null>;

/**
 * Changes one certificate: locks it, does the work, writes row, audit entry and events, and returns the certificate. A
 * change of null makes no version.
 *
 * Refuses with `not_found`, `version_conflict` and `outside_scope`, and with `preview_stale` if the impact is no longer
 * what was previewed.
 */
export function inChange(
  ctx: Ctx,
  { fingerprint, ...at }: At & { readonly fingerprint?: string | undefined },
  work: Work,
): Promise<Certificate> {
  return inTransaction(ctx, async (inner) => {
    const consequences = await runChange(inner, at, work);
    await requireFingerprint(inner, consequences, fingerprint, at);
    await assertInScope(inner, certificateRows, [at.id]);
    return wholeOf(inner, await rowOf(inner, at.id));
  });
}

/** The impact of a change: made, and rolled back. Refuses as the change does. */
export const previewChange = (ctx: Ctx, at: At, work: Work): Promise<Impact> =>
  runAndRollBack(ctx, async (inner) => impactOf(inner, await runChange(inner, at, work), at));

/** Returns the side effects in other areas. */
async function runChange(ctx: Ctx, at: At, work: Work): Promise<readonly SideEffect[]> {
  const before = await lockCertificate(ctx, at);
  const change = await work(ctx, before);
  if (change === null) return [];
  const consequences = await writeChange(ctx, before, change);
  return [...consequences, ...((await change.afterwards?.()) ?? [])];
}

/**
 * Writes a change to a certificate that the caller's transaction has locked, with its audit entry, event and emails.
 * Returns the side effects in other areas.
 */
export async function writeChange(
  ctx: Ctx,
  before: CertificateRecord,
  { action, fields = {}, changes = {}, reason = null, event }: Change,
): Promise<readonly SideEffect[]> {
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
      changes: { ...logged(changesBetween(before, fields)), ...changes },
    },
  ]);
  await notifySubmitter(ctx, before, fields.state);
  if (event === undefined) return [];
  const after = await rowOf(ctx, before.id);
  const { consequences } = await recordCertificateEvents(
    ctx,
    event,
    sql`affected as (select ${eventColumns} from certificates where id = ${before.id}::uuid)`,
  );
  await notifyOfChange(ctx, { before, after, event, reason, consequences });
  return consequences;
}

const decisions: ReadonlySet<string | undefined> = new Set(["verified", "changes_requested", "rejected"]);

/** Notifies the user who submitted a certificate of its review. */
async function notifySubmitter(
  ctx: Ctx,
  { id: resourceId, state: before, submittedBy: userId }: CertificateRecord,
  state: CertificateRecord["state"] | undefined,
): Promise<void> {
  if (before !== "submitted" || state === undefined || !decisions.has(state) || userId === null) return;
  await notify(ctx, [{ kind: "certificateDecided", userId, resource: auditResource, resourceId, payload: { state } }]);
}

/** Columns that the audit log leaves out: search and sort keys, and who did what when, which the entry itself says. */
const unlogged: ReadonlySet<string> = new Set([
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
const logged = (changes: AuditEntryInput["changes"]) =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => !unlogged.has(name)));
