import { and, isNotNull, sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { collectNoticesFrom } from "#api/notices.ts";
import { emailTimes, notifyFrom } from "#api/notifications.ts";
import { certificateList } from "#features/halal/certificates/api/service/lists.ts";
import { anyOf, auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { type CertificateRecord, certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import { holderEmail } from "#features/halal/certificates/emails/api/recipients.ts";
import type { ReminderFacts } from "#features/halal/certificates/emails/api/reminderEmails.ts";
import { certificateNotices } from "#features/halal/certificates/emails/api/notices.ts";
import { inChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { writeMany } from "#features/halal/certificates/record/api/writeMany.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";

/** Whether the holder has an address. */
const hasAddress = sql<boolean>`(exists (
  select from brands where brands.id = ${table.holderBrandId} and brands.contact_email is not null) or exists (
  select from retailer_contacts as contact
   where contact.retailer_id = ${table.holderRetailerId} and contact.email is not null))`;

const reminded = {
  id: table.id,
  version: table.version,
  code: table.code,
  holderName: table.holderName,
  state: table.state,
  hasAddress,
};
type ReminderRow = Pick<CertificateRecord, "id" | "version" | "code" | "holderName" | "state"> & {
  readonly hasAddress: boolean;
};
type Reminder = Input<typeof certificates.previewReminder>;

export const previewReminder = (ctx: Ctx, input: Reminder): Promise<BulkPreview> =>
  previewBulk(ctx, reminderOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`: so that one click sends each holder one email. */
export const applyReminder = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof certificates.applyReminder>,
): Promise<BulkResult> => applyBulk(ctx, reminderOf(ctx, input), fingerprint);

export function reminderOf(ctx: Ctx, { selection }: Reminder): BulkAction<ReminderRow> {
  const list = certificateList(ctx);
  return {
    list,
    selected: selectedFrom(ctx, list, selection),
    columns: reminded,
    label: ({ code, holderName }) => `${code} ${holderName}`,
    judge: (certificate) => {
      if (certificate.state !== "verified" && certificate.state !== "suspended") return "not_standing";
      return certificate.hasAddress ? null : "no_address";
    },
    intent: ["remind"],
    change: async (inner, rows) => {
      await writeReminders(
        inner,
        rows.map(({ id }) => id),
        ["holder"],
      );
      await writeMany(inner, rows, { action: "remind", set: {}, changes: () => ({}) });
    },
  };
}

/** Asks one holder. Refuses with `not_found`, `version_conflict`, and `reminder_impossible` without an address. */
export const remindHolder = (ctx: Ctx, at: Input<typeof certificates.remind>): Promise<Certificate> =>
  inChange(ctx, at, async (inner, { id }) => {
    if ((await writeReminders(inner, [id], ["holder"])) === 0) throw certificateRefusals.reminder_impossible();
    return { action: "remind" };
  });

/**
 * Sends reminders to holders or reviewers that have addresses, once the caller's transaction has committed: any number in
 * one statement, which builds the `ReminderFacts` of each. Returns how many there are.
 */
export async function writeReminders(
  ctx: Ctx,
  ids: readonly string[],
  kinds: readonly ReminderFacts["kind"][],
): Promise<number> {
  if (ids.length === 0) return 0;
  const reviewers = kinds.includes("reviewer") ? await notifyReviewers(ctx, ids) : [];
  const times = await emailTimes(ctx, "certificateExpiring", reviewers);
  const wanted = [...times].map(([user_id, at]) => ({ user_id, at }));
  return collectNoticesFrom(
    ctx,
    certificateNotices,
    sql`
    select lower(reader.email) as address, certificate.id || ':' || reader.kind as about,
           (select to_jsonb(facts) from (select
             reader.kind,
             reader.email as "to",
             certificate.id,
             certificate.code,
             certificate.certificate_no as "certificateNo",
             certificate.holder_name as "holderName",
             body.acronym as body,
             last_valid_day(certificate.ends_at, certificate.timezone) as "expiresOn",
             days_left(certificate.ends_at, certificate.timezone, ${ctx.now}::timestamptz) as "daysLeft",
             certificate.expires_on - body.renewal_to_days as "closesOn") as facts) as facts,
           case reader.kind when 'reviewer' then wanted.at end as not_before
      from certificates as certificate
      join certifying_bodies as body on body.id = certificate.body_id
      left join brands as brand on brand.id = certificate.holder_brand_id
      left join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (user_id uuid, at timestamptz)
        on wanted.user_id = certificate.reviewer_id
      left join users as reviewer on reviewer.id = wanted.user_id and reviewer.status = 'active'
     cross join lateral (values ('holder', ${holderEmail}), ('reviewer', reviewer.email)) as reader (kind, email)
     where certificate.id = ${anyOf(ids)} and reader.email is not null
       and reader.kind = any(${`{${kinds.join(",")}}`}::text[])`,
  );
}

/** Answers the reviewers of these certificates. Those that end, and those that have ended, are a notification each. */
async function notifyReviewers(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const { id, reviewerId, endsAt } = table;
  const event = sql`case when ${endsAt} <= ${ctx.now}::timestamptz then 'expired' else 'expiring' end`;
  await notifyFrom(
    ctx,
    sql`select ${reviewerId} as user_id, 'certificateExpiring' as kind, ${auditResource}::text as resource,
               ${id}::text as resource_id, ${`${auditResource}.read`}::text as permission,
               'certificateExpiring:' || ${event} as group_key, jsonb_build_object('event', ${event}) as payload
          from ${table}
         where ${isAnyOf(id, ids)} and ${reviewerId} is not null`,
  );
  const found = await ctx.db
    .selectDistinct({ reviewerId })
    .from(table)
    .where(and(isAnyOf(id, ids), isNotNull(reviewerId)));
  return found.flatMap((row) => row.reviewerId ?? []);
}
