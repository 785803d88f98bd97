import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { collectNotices } from "#api/notices.ts";
import type { ChangeFacts } from "#features/halal/certificates/emails/api/changeEmails.ts";
import { certificateNotices } from "#features/halal/certificates/emails/api/notices.ts";
import { anyOf } from "#features/halal/certificates/api/service/scopePolicy.ts";
import type { CertificateRecord } from "#features/halal/certificates/api/tables.ts";

/** What an email says of a certificate, and the address of its holder. */
export type EmailSubject = Pick<
  CertificateRecord,
  "id" | "code" | "certificateNo" | "holderName" | "holderRetailerId" | "validFrom" | "expiresOn"
> & {
  readonly body: string;
  readonly holderEmail: string | null;
};

/** Of certificates that were just written. */
export async function readEmailSubjects(ctx: Ctx, ids: readonly string[]): Promise<EmailSubject[]> {
  const result = await ctx.db.execute(sql`
    select certificate.id, certificate.code, certificate.certificate_no as "certificateNo",
           certificate.holder_name as "holderName", certificate.holder_retailer_id as "holderRetailerId",
           certificate.valid_from::text as "validFrom", certificate.expires_on::text as "expiresOn",
           body.acronym as body, ${holderEmail} as "holderEmail"
      from certificates as certificate
      join certifying_bodies as body on body.id = certificate.body_id
      left join brands as brand on brand.id = certificate.holder_brand_id
     where certificate.id = ${anyOf(ids)}
     order by certificate.id`);
  return (result as { rows: unknown[] }).rows as EmailSubject[];
}

/** The address for reminders: the contact of the brand, or the retailer's contact for halal matters. */
export const holderEmail = sql`coalesce(brand.contact_email, (
  select contact.email
    from retailer_contacts as contact
   where contact.retailer_id = certificate.holder_retailer_id and contact.email is not null
   order by 'halal' = any(contact.notify) desc, contact.is_primary desc, contact.id
   limit 1))`;

/** Sends emails some minutes after the caller's transaction commits: one per address and certificate. */
export async function enqueueEmails(ctx: Ctx, emails: readonly ChangeFacts[]): Promise<void> {
  await collectNotices(
    ctx,
    certificateNotices,
    emails.map((facts) => ({ address: facts.to, about: facts.id, facts })),
  );
}
