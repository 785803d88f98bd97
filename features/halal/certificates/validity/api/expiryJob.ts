import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { takeLock } from "#api/transactions.ts";
import {
  type CertificateEvent,
  recordCertificateEvents,
  eventColumns,
} from "#features/halal/certificates/record/api/events.ts";
import { writeReminders } from "#features/halal/certificates/emails/api/reminders.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { readContactRetailers, contactKey } from "#features/halal/certificates/emails/api/retailerContacts.ts";
import { readEmailSubjects } from "#features/halal/certificates/emails/api/recipients.ts";
import { readRetailersNotified, notifyOfEnds } from "#features/halal/certificates/emails/api/changeNotifications.ts";
import { noticeDays } from "#features/halal/certificates/contract/vocabulary.ts";

// A certificate changes with time whether or not this job runs, since promotion checks the rule at its own instant. The
// job sends the notifications, and records the events that other areas handle.

/**
 * Certificates per transaction: few at first, more if it is fast. A statement is cancelled after 3.5 s, and event
 * handlers look at the products of each certificate; without handlers, 100,000 are processed in seconds.
 */
const batchSizes = { first: 500, most: 8_000 } as const;
const fastMs = 400;

/**
 * Processes certificates that have started, were superseded, have ended or will end: each once, however often it runs.
 */
export async function sweepCertificates(ctx: Ctx): Promise<void> {
  await inBatches(ctx, beginDue, "verified");
  await inBatches(ctx, supersedeDue, "superseded");
  await inBatches(ctx, expireDue, "expired");
  await inBatches(ctx, remindDue, "expiring");
}

type Batch = {
  readonly size: number;
  /** The last id of the previous batch, which this one continues after. */
  readonly after: string;
};

/**
 * Takes the next certificates of a kind, in order of id, and marks them: common table expressions, the last of which,
 * `affected`, has the `eventColumns` of those that weren't marked before.
 */
type BatchQuery = (ctx: Ctx, batch: Batch) => SQL;

const beforeAll = "00000000-0000-0000-0000-000000000000";

async function inBatches(ctx: Ctx, take: BatchQuery, event: CertificateEvent): Promise<void> {
  let batch: Batch | null = { size: batchSizes.first, after: beforeAll };
  while (batch !== null) batch = await sweepBatch(ctx, take, event, batch);
}

/** Processes one batch and returns the next; null after the last. */
async function sweepBatch(ctx: Ctx, take: BatchQuery, event: CertificateEvent, batch: Batch): Promise<Batch | null> {
  const startedAt = performance.now();
  const taken = await inTransaction(ctx, async (inner) => {
    await lockSweeps(inner);
    const { ids } = await recordCertificateEvents(inner, event, take(inner, batch));
    if (ids.length > 0) await notify(inner, ids, event);
    return ids.toSorted();
  });
  if (taken.length < batch.size) return null;
  const isFast = performance.now() - startedAt < fastMs;
  const size = isFast ? Math.min(batch.size * 2, batchSizes.most) : Math.max(batch.size / 2, batchSizes.first);
  return { size, after: taken.at(-1)! };
}

/**
 * One batch at a time across all processes: the second sees what the first has marked, so no user is notified twice.
 */
const lockSweeps = (ctx: Ctx): Promise<void> => takeLock(ctx, "certificateSweeps");

/** Sends the notifications that event handlers don't. */
async function notify(ctx: Ctx, ids: readonly string[], event: CertificateEvent): Promise<void> {
  if (event === "superseded") await recordSupersession(ctx, ids);
  if (event === "expiring") await writeReminders(ctx, ids, ["holder", "reviewer"]);
  if (event !== "expired") return;
  const subjects = await readEmailSubjects(ctx, ids);
  const retailersNotified = await readRetailersNotified(ctx, subjects, event);
  const shops = await readContactRetailers(ctx, ids, { change: event, isOnlyChange: false });
  // A holder who is also the contact of a retailer gets one email, which covers both.
  const holders = subjects.filter(
    ({ id, holderEmail }) =>
      !retailersNotified.has(id) && holderEmail !== null && shops.has(contactKey(id, holderEmail)),
  );
  const notifiedOtherwise = new Set([...retailersNotified, ...holders.map(({ id }) => id)]);
  await writeReminders(
    ctx,
    ids.filter((id) => !notifiedOtherwise.has(id)),
    ["holder", "reviewer"],
  );
  await writeReminders(ctx, [...notifiedOtherwise], ["reviewer"]);
  await notifyOfEnds(ctx, subjects, { shops, holders });
}

const recordSupersession = (ctx: Ctx, ids: readonly string[]) =>
  recordAudit(
    ctx,
    ids.map((id) => ({
      action: "supersede",
      resource: auditResource,
      resourceId: id,
      changes: { state: { before: "verified", after: "superseded" } },
    })),
  );

/** Values of `days_before` in certificate_notices besides the days before the end. */
const marks = { hasEnded: -1, hasBegun: -2 } as const;

/** `due` is a common table expression of that name, with the `days_before` to store. */
const markDue = (ctx: Ctx, due: SQL) => sql`
  ${due}, marked as (
    insert into certificate_notices (certificate_id, days_before, sent_at)
    select id, days_before, ${at(ctx)} from due),
  affected as (select * from due)`;

const at = (ctx: Ctx) => sql`${ctx.now}::timestamptz`;
const next = ({ after, size }: Batch) => sql`id > ${after}::uuid order by id limit ${size}`;

/** Certificates that meet a condition and don't have a mark yet. */
const unmarked = (batch: Batch, mark: number, holds: SQL) => sql`
  due as (
    select ${eventColumns}, ${mark}::int as days_before
      from certificates
     where ${holds}
       and not exists (
             select from certificate_notices as notice
              where notice.certificate_id = certificates.id and notice.days_before = ${mark}::int)
       and ${next(batch)})`;

/** Certificates that were verified before their first day: what was paused may resume now. */
const beginDue: BatchQuery = (ctx, batch) =>
  markDue(
    ctx,
    unmarked(batch, marks.hasBegun, sql`state = 'verified' and starts_at > verified_at and starts_at <= ${at(ctx)}`),
  );

/** Certificates that a newer revision has replaced by now. */
const supersedeDue: BatchQuery = (ctx, batch) => sql`
  affected as (
    update certificates
       set state = 'superseded', state_changed_at = superseded_from, version = version + 1, updated_at = ${at(ctx)},
           updated_by = null
     where id in (
             select id from certificates
              where state in ('verified', 'suspended') and superseded_from <= ${at(ctx)} and ${next(batch)}
                for no key update)
    returning ${eventColumns})`;

const expireDue: BatchQuery = (ctx, batch) =>
  markDue(ctx, unmarked(batch, marks.hasEnded, sql`state = 'verified' and ends_at <= ${at(ctx)}`));

/**
 * Certificates that have reached a number of days left at which users are notified. If several have passed, such as for
 * one that was verified a month before its end, only the latest is sent. A certificate whose renewal is verified needs
 * no reminder.
 */
const remindDue: BatchQuery = (ctx, { after, size }) =>
  markDue(
    ctx,
    sql`
  nearing as (
    select ${eventColumns}, days_left(ends_at, timezone, ${at(ctx)}) as days_left
      from certificates
     where state = 'verified' and validity_basis <> 'open_ended' and superseded_from is null
       and ends_at > ${at(ctx)} and ends_at <= ${at(ctx)} + make_interval(days => ${noticeDays[0] + 2})
       and id > ${after}::uuid
  ), due as (
    select nearing.*, steps.days_before
      from nearing
     cross join lateral (
            select min(step) as days_before from unnest(${`{${noticeDays.join(",")}}`}::int[]) as step
             where step >= nearing.days_left) as steps
     where steps.days_before is not null
       and not exists (
             select from certificate_notices as notice
              where notice.certificate_id = nearing.id and notice.days_before between 0 and steps.days_before)
     order by nearing.id
     limit ${size})`,
  );
