import { sql } from "drizzle-orm";
import { addMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { noticeWindowMs } from "#api/notices.ts";
import type { LetterFacts } from "#features/certificates/api/service/letters.ts";
import { certificateNotices } from "#features/certificates/api/service/notices.ts";
import { anyOf } from "#features/certificates/api/service/scoping.ts";
import { holderEmail } from "#features/certificates/api/service/swept.ts";

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
  const result = await ctx.db.execute(sql`
    with written as (
      insert into collected_notices (kind, address, about, facts, created_at, due_at)
      select ${certificateNotices}::text, lower(reader.email), certificate.id || ':' || reader.kind,
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
               certificate.expires_on - body.renewal_to_days as "closesOn") as facts),
             ${ctx.now}::timestamptz, ${addMs(ctx.now, noticeWindowMs)}::timestamptz
        from certificates as certificate
        join certifying_bodies as body on body.id = certificate.body_id
        left join brands as brand on brand.id = certificate.holder_brand_id
        left join users as reviewer on reviewer.id = certificate.reviewer_id and reviewer.status = 'active'
       cross join lateral (values ('holder', ${holderEmail}), ('reviewer', reviewer.email)) as reader (kind, email)
       where certificate.id = ${anyOf(ids)} and reader.email is not null and reader.kind = any(${`{${kinds.join(",")}}`}::text[])
      returning 1)
    select count(*)::int as count from written`);
  return (result as { rows: { count: number }[] }).rows[0]!.count;
}
