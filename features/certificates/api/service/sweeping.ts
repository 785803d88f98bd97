import { type SQL, sql } from "drizzle-orm";
import { addDays } from "#base/days.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { recordAudit } from "#features/audit/api/service.ts";
import { type CertificateVerb, eventOf } from "#features/certificates/api/service/events.ts";
import type { LetterFacts } from "#features/certificates/api/service/letters.ts";
import { auditResource } from "#features/certificates/api/service/scoping.ts";
import { concernedByAll, enqueueLetters, readSwept, type Swept } from "#features/certificates/api/service/swept.ts";
import { readToldAsRetailers, tellOfEnds } from "#features/certificates/api/service/telling.ts";
import { noticeDays } from "#features/certificates/contract/vocabulary.ts";

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

/** Takes the next certificates of a kind, in the order of their ids, and marks them as told, in one statement. */
type Taking = (ctx: Ctx, batch: Batch) => Promise<readonly Swept[]>;

const beforeAll = "00000000-0000-0000-0000-000000000000";

async function inBatches(ctx: Ctx, take: Taking, verb: CertificateVerb): Promise<void> {
  let batch: Batch | null = { size: batchSizes.first, after: beforeAll };
  while (batch !== null) batch = await sweepBatch(ctx, take, verb, batch);
}

/** Answers the batch that follows; null after the last. */
async function sweepBatch(ctx: Ctx, take: Taking, verb: CertificateVerb, batch: Batch): Promise<Batch | null> {
  const startedAt = performance.now();
  const swept = await inTransaction(ctx, async (inner) => {
    const taken = await take(inner, batch);
    await tell(inner, taken, verb);
    return taken;
  });
  if (swept.length < batch.size) return null;
  const isFast = performance.now() - startedAt < fastMs;
  const size = isFast ? Math.min(batch.size * 2, batchSizes.most) : Math.max(batch.size / 2, batchSizes.first);
  return { size, after: swept.at(-1)!.id };
}

async function tell(ctx: Ctx, swept: readonly Swept[], verb: CertificateVerb): Promise<void> {
  if (swept.length === 0) return;
  const concerned = await concernedByAll(ctx, swept);
  await recordEvents(
    ctx,
    swept.map((each) => eventOf(each, verb, concerned.get(each.id)!)),
  );
  if (verb === "superseded") await recordSupersession(ctx, swept);
  if (verb === "expiring") await enqueueLetters(ctx, swept.flatMap(lettersFor));
  if (verb !== "expired") return;
  const toldAsRetailers = await readToldAsRetailers(ctx, swept, verb);
  const letters = swept.flatMap((each) =>
    lettersFor(each).filter(({ kind }) => kind !== "holder" || !toldAsRetailers.has(each.id)),
  );
  await enqueueLetters(ctx, letters);
  await tellOfEnds(ctx, swept);
}

const recordSupersession = (ctx: Ctx, swept: readonly Swept[]) =>
  recordAudit(
    ctx,
    swept.map(({ id }) => ({
      action: "supersede",
      resource: auditResource,
      resourceId: id,
      changes: { state: { before: "verified", after: "superseded" } },
    })),
  );

function lettersFor(swept: Swept): LetterFacts[] {
  const { id, code, certificateNo, holderName, body, expiresOn, daysLeft, renewalToDays } = swept;
  if (expiresOn === null) return [];
  const closesOn = renewalToDays === null ? null : addDays(expiresOn, -renewalToDays);
  const facts = { id, code, certificateNo, holderName, body, expiresOn, daysLeft, closesOn };
  return [
    ...(swept.holderEmail === null ? [] : [{ ...facts, kind: "holder" as const, to: swept.holderEmail }]),
    ...(swept.reviewerEmail === null ? [] : [{ ...facts, kind: "reviewer" as const, to: swept.reviewerEmail }]),
  ];
}

/** Marks of certificate_notices besides the days before the end. */
const marks = { hasEnded: -1, hasBegun: -2 } as const;

const mark = (ctx: Ctx, which: number, due: SQL) => sql`
  insert into certificate_notices (certificate_id, days_before, sent_at)
  select id, ${which}::int, ${ctx.now}::timestamptz
    from (${due}) as due
  on conflict do nothing
  returning certificate_id as id`;

const at = (ctx: Ctx) => sql`${ctx.now}::timestamptz`;
const next = ({ after, size }: Batch) => sql`id > ${after}::uuid order by id limit ${size}`;
const isUnmarked = (which: number) => sql`not exists (
  select from certificate_notices as notice where notice.certificate_id = certificates.id and notice.days_before = ${which}::int)`;

/** Those that were verified before their first day: what was paused may resume now. */
const beginDue: Taking = (ctx, batch) =>
  readSwept(
    ctx,
    mark(
      ctx,
      marks.hasBegun,
      sql`select id from certificates
           where state = 'verified' and starts_at > verified_at and starts_at <= ${at(ctx)} and ${isUnmarked(marks.hasBegun)}
             and ${next(batch)}`,
    ),
  );

/** Those in whose place a newer revision stands by now. */
const supersedeDue: Taking = (ctx, batch) =>
  readSwept(
    ctx,
    sql`update certificates
           set state = 'superseded', state_changed_at = superseded_from, version = version + 1, updated_at = ${at(ctx)},
               updated_by = null
         where id in (
           select id from certificates
            where state in ('verified', 'suspended') and superseded_from <= ${at(ctx)} and ${next(batch)}
              for update)
        returning id`,
  );

const expireDue: Taking = (ctx, batch) =>
  readSwept(
    ctx,
    mark(
      ctx,
      marks.hasEnded,
      sql`select id from certificates
           where state = 'verified' and ends_at <= ${at(ctx)} and ${isUnmarked(marks.hasEnded)} and ${next(batch)}`,
    ),
  );

/**
 * Those with a number of days left at which somebody is told. Of several that have gone by, such as for one that was
 * verified a month before its end, only the latest is told. A certificate whose renewal is verified needs no reminder.
 */
const remindDue: Taking = (ctx, { after, size }) =>
  readSwept(
    ctx,
    sql`with nearing as (
          select id, expires_on - (${at(ctx)} at time zone timezone)::date as days_left
            from certificates
           where state = 'verified' and validity_basis <> 'open_ended' and superseded_from is null
             and ends_at > ${at(ctx)} and ends_at <= ${at(ctx)} + make_interval(days => ${noticeDays[0] + 1})
             and id > ${after}::uuid
        ), due as (
          select nearing.id, steps.days_before
            from nearing
           cross join lateral (
                  select min(step) as days_before from unnest(${`{${noticeDays.join(",")}}`}::int[]) as step
                   where step >= nearing.days_left) as steps
           where steps.days_before is not null
             and not exists (
                   select from certificate_notices as notice
                    where notice.certificate_id = nearing.id and notice.days_before between 0 and steps.days_before)
           order by nearing.id
           limit ${size})
        insert into certificate_notices (certificate_id, days_before, sent_at)
        select id, days_before, ${at(ctx)} from due
        on conflict do nothing
        returning certificate_id as id`,
  );
