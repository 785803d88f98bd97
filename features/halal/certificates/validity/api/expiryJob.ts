import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { takeLock } from "#api/transactions.ts";
import {
  type CertificateEvent,
  recordCertificateEvents,
  toldColumns,
} from "#features/halal/certificates/record/api/events.ts";
import { writeReminders } from "#features/halal/certificates/emails/api/reminders.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { readContactShops, shopsKey } from "#features/halal/certificates/emails/api/shops.ts";
import { readSwept } from "#features/halal/certificates/emails/api/expiryRecipients.ts";
import { readToldAsRetailers, tellOfEnds } from "#features/halal/certificates/emails/api/changeNotifications.ts";
import { noticeDays } from "#features/halal/certificates/contract/vocabulary.ts";

// The clock changes what a certificate is whether or not this runs: promotion asks the rule with the instant that it
// means. What is done here is what somebody must be told, and what others record.

/**
 * Certificates a transaction: few at first, more while it goes fast. A statement is cancelled after 3.5 s, and followers
 * look at each one's products; where nothing follows, a hundred thousand are told in seconds.
 */
const batchSizes = { first: 500, most: 8_000 } as const;
const fastMs = 400;

/** Tells of what began, was taken over, ended or is about to since the last time: each once, however often it runs. */
export async function sweepCertificates(ctx: Ctx): Promise<void> {
  await inBatches(ctx, beginDue, "verified");
  await inBatches(ctx, supersedeDue, "superseded");
  await inBatches(ctx, expireDue, "expired");
  await inBatches(ctx, remindDue, "expiring");
}

type Batch = {
  readonly size: number;
  /** The last certificate of the batch before: those up to it are not looked at again. */
  readonly after: string;
};

/**
 * Takes the next certificates of a kind, in the order of their ids, and marks them: common table expressions, the last of
 * which, `told`, has the `toldColumns` of those that were not marked before.
 */
type Taking = (ctx: Ctx, batch: Batch) => SQL;

const beforeAll = "00000000-0000-0000-0000-000000000000";

async function inBatches(ctx: Ctx, take: Taking, event: CertificateEvent): Promise<void> {
  let batch: Batch | null = { size: batchSizes.first, after: beforeAll };
  while (batch !== null) batch = await sweepBatch(ctx, take, event, batch);
}

/** Answers the batch that follows; null after the last. */
async function sweepBatch(ctx: Ctx, take: Taking, event: CertificateEvent, batch: Batch): Promise<Batch | null> {
  const startedAt = performance.now();
  const taken = await inTransaction(ctx, async (inner) => {
    await lockSweeps(inner);
    const { ids } = await recordCertificateEvents(inner, event, take(inner, batch));
    if (ids.length > 0) await tell(inner, ids, event);
    return ids.toSorted();
  });
  if (taken.length < batch.size) return null;
  const isFast = performance.now() - startedAt < fastMs;
  const size = isFast ? Math.min(batch.size * 2, batchSizes.most) : Math.max(batch.size / 2, batchSizes.first);
  return { size, after: taken.at(-1)! };
}

/** No two batches at once, in the whole house: the second sees what the first has marked, and nobody is told twice. */
const lockSweeps = (ctx: Ctx): Promise<void> => takeLock(ctx, "certificateSweeps");

/** Has those told who are not told by the events themselves. */
async function tell(ctx: Ctx, ids: readonly string[], event: CertificateEvent): Promise<void> {
  if (event === "superseded") await recordSupersession(ctx, ids);
  if (event === "expiring") await writeReminders(ctx, ids, ["holder", "reviewer"]);
  if (event !== "expired") return;
  const swept = await readSwept(ctx, ids);
  const toldAsRetailers = await readToldAsRetailers(ctx, swept, event);
  const shops = await readContactShops(ctx, ids, { change: event, isOnlyChange: false });
  // A holder who is the contact of a retailer as well has one letter, which says what became of both.
  const holders = swept.filter(
    ({ id, holderEmail }) => !toldAsRetailers.has(id) && holderEmail !== null && shops.has(shopsKey(id, holderEmail)),
  );
  const toldOtherwise = new Set([...toldAsRetailers, ...holders.map(({ id }) => id)]);
  await writeReminders(
    ctx,
    ids.filter((id) => !toldOtherwise.has(id)),
    ["holder", "reviewer"],
  );
  await writeReminders(ctx, [...toldOtherwise], ["reviewer"]);
  await tellOfEnds(ctx, swept, { shops, holders });
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

/** Marks of certificate_notices besides the days before the end. */
const marks = { hasEnded: -1, hasBegun: -2 } as const;

/** `due` are the expressions of the same name, with `days_before` as it is to be marked. */
const markDue = (ctx: Ctx, due: SQL) => sql`
  ${due}, marked as (
    insert into certificate_notices (certificate_id, days_before, sent_at)
    select id, days_before, ${at(ctx)} from due),
  told as (select * from due)`;

const at = (ctx: Ctx) => sql`${ctx.now}::timestamptz`;
const next = ({ after, size }: Batch) => sql`id > ${after}::uuid order by id limit ${size}`;

/** Those for which a condition holds and which do not bear a mark yet. */
const unmarked = (batch: Batch, mark: number, holds: SQL) => sql`
  due as (
    select ${toldColumns}, ${mark}::int as days_before
      from certificates
     where ${holds}
       and not exists (
             select from certificate_notices as notice
              where notice.certificate_id = certificates.id and notice.days_before = ${mark}::int)
       and ${next(batch)})`;

/** Those that were verified before their first day: what was paused may resume now. */
const beginDue: Taking = (ctx, batch) =>
  markDue(
    ctx,
    unmarked(batch, marks.hasBegun, sql`state = 'verified' and starts_at > verified_at and starts_at <= ${at(ctx)}`),
  );

/** Those in whose place a newer revision stands by now. */
const supersedeDue: Taking = (ctx, batch) => sql`
  told as (
    update certificates
       set state = 'superseded', state_changed_at = superseded_from, version = version + 1, updated_at = ${at(ctx)},
           updated_by = null
     where id in (
             select id from certificates
              where state in ('verified', 'suspended') and superseded_from <= ${at(ctx)} and ${next(batch)}
                for no key update)
    returning ${toldColumns})`;

const expireDue: Taking = (ctx, batch) =>
  markDue(ctx, unmarked(batch, marks.hasEnded, sql`state = 'verified' and ends_at <= ${at(ctx)}`));

/**
 * Those with a number of days left at which somebody is told. Of several that have gone by, such as for one that was
 * verified a month before its end, only the latest is told. A certificate whose renewal is verified needs no reminder.
 */
const remindDue: Taking = (ctx, { after, size }) =>
  markDue(
    ctx,
    sql`
  nearing as (
    select ${toldColumns}, days_left(ends_at, timezone, ${at(ctx)}) as days_left
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
