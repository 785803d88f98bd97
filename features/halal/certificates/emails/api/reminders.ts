import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { collectNoticesFrom } from "#api/notices.ts";
import type { LetterFacts } from "#features/halal/certificates/emails/api/letters.ts";
import { certificateNotices } from "#features/halal/certificates/emails/api/notices.ts";
import { anyOf } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { holderEmail } from "#features/halal/certificates/emails/api/expiryRecipients.ts";

/**
 * Has letters about the days of certificates written to holders or reviewers, as far as they have addresses, once the
 * caller's transaction has committed. However many: in one statement, which makes each letter's `LetterFacts`. Answers how
 * many there are.
 */
export async function writeReminders(
  ctx: Ctx,
  ids: readonly string[],
  kinds: readonly LetterFacts["kind"][],
): Promise<number> {
  if (ids.length === 0) return 0;
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
             certificate.expires_on - body.renewal_to_days as "closesOn") as facts) as facts
      from certificates as certificate
      join certifying_bodies as body on body.id = certificate.body_id
      left join brands as brand on brand.id = certificate.holder_brand_id
      left join users as reviewer on reviewer.id = certificate.reviewer_id and reviewer.status = 'active'
     cross join lateral (values ('holder', ${holderEmail}), ('reviewer', reviewer.email)) as reader (kind, email)
     where certificate.id = ${anyOf(ids)} and reader.email is not null
       and reader.kind = any(${`{${kinds.join(",")}}`}::text[])`,
  );
}
