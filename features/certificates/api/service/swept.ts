import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Concerned } from "#features/certificates/api/service/events.ts";
import type { LetterFacts } from "#features/certificates/api/service/letters.ts";
import type { CertificateRecord } from "#features/certificates/api/tables.ts";

/** What is told of a certificate, and to whom. */
export type Swept = Pick<
  CertificateRecord,
  | "id"
  | "code"
  | "certificateNo"
  | "revision"
  | "kind"
  | "state"
  | "holderName"
  | "holderRetailerId"
  | "validFrom"
  | "expiresOn"
  | "endsAt"
> & {
  readonly body: string;
  readonly renewalToDays: number | null;
  readonly daysLeft: number | null;
  readonly holderEmail: string | null;
  readonly reviewerEmail: string | null;
};

type SweptRow = Readonly<Record<string, unknown>>;

/** Runs a statement that marks certificates and returns their ids, and reads what is told of them. */
export async function readSwept(ctx: Ctx, taking: SQL): Promise<Swept[]> {
  const marked = await ctx.db.execute(taking);
  const { rows: taken } = marked as { rows: { id: string }[] };
  if (taken.length === 0) return [];
  const ids = `{${taken.map(({ id }) => id).join(",")}}`;
  // Its own statement: one that changes rows does not see them as they are afterwards.
  const result = await ctx.db.execute(sql`
    select certificate.id, certificate.code, certificate.certificate_no, certificate.revision, certificate.kind,
           certificate.state, certificate.holder_name, certificate.holder_retailer_id,
           certificate.valid_from::text as valid_from, certificate.expires_on::text as expires_on,
           to_char(certificate.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
           body.acronym as body, body.renewal_to_days,
           certificate.expires_on - (${ctx.now}::timestamptz at time zone certificate.timezone)::date as days_left,
           ${holderEmail} as holder_email, reviewer.email as reviewer_email
      from certificates as certificate
      join certifying_bodies as body on body.id = certificate.body_id
      left join brands as brand on brand.id = certificate.holder_brand_id
      left join users as reviewer on reviewer.id = certificate.reviewer_id and reviewer.status = 'active'
     where certificate.id = any(${ids}::uuid[])
     order by certificate.id`);
  return (result as { rows: SweptRow[] }).rows.map(sweptFrom);
}

/** To whom a reminder goes: the brand's contact, or that of the retailer who wants to hear of such things. */
export const holderEmail = sql`coalesce(brand.contact_email, (
  select contact.email
    from retailer_contacts as contact
   where contact.retailer_id = certificate.holder_retailer_id and contact.email is not null
   order by 'halal' = any(contact.notify) desc, contact.is_primary desc, contact.id
   limit 1))`;

const sweptFrom = (row: SweptRow): Swept =>
  ({
    id: row.id,
    code: row.code,
    certificateNo: row.certificate_no,
    revision: row.revision,
    kind: row.kind,
    state: row.state,
    holderName: row.holder_name,
    holderRetailerId: row.holder_retailer_id,
    validFrom: row.valid_from,
    expiresOn: row.expires_on,
    endsAt: row.ends_at,
    body: row.body,
    renewalToDays: row.renewal_to_days,
    daysLeft: row.days_left,
    holderEmail: row.holder_email,
    reviewerEmail: row.reviewer_email,
  }) as Swept;

/** The products and shops of many certificates at once. */
export async function concernedByAll(ctx: Ctx, swept: readonly Swept[]): Promise<ReadonlyMap<string, Concerned>> {
  const ids = `{${swept.map(({ id }) => id).join(",")}}`;
  const result = await ctx.db.execute(sql`
    select certificate.id,
           coalesce((
             select array_agg(distinct line.product_id)
               from certificate_products as line
              where line.certificate_id = certificate.id and line.product_id is not null), '{}')::text[] as products,
           case when certificate.kind = 'premise' then coalesce((
             select array_agg(distinct shop.id)
               from (select below.descendant_id as id
                       from retailer_closure as below
                      where below.ancestor_id = certificate.holder_retailer_id
                      union all
                     select location.retailer_id
                       from certificate_sites as site
                       join retailer_locations as location on location.id = site.location_id
                      where site.certificate_id = certificate.id) as shop), '{}')::text[]
           else '{}'::text[] end as retailers
      from certificates as certificate
     where certificate.id = any(${ids}::uuid[])`);
  const { rows } = result as { rows: (Concerned & { id: string })[] };
  return new Map(rows.map(({ id, products, retailers }) => [id, { products, retailers }]));
}

/** Has letters written once the caller's transaction has committed, however many, in one statement. */
export async function enqueueLetters(ctx: Ctx, kind: string, letters: readonly LetterFacts[]): Promise<void> {
  if (letters.length === 0) return;
  await ctx.db.execute(sql`
    insert into jobs (kind, payload, run_at, created_at)
    select ${kind}, letter, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from jsonb_array_elements(${JSON.stringify(letters)}::jsonb) as letter`);
}
