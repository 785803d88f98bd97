import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Concerned } from "#features/certificates/api/service/events.ts";
import type { ChangeFacts } from "#features/certificates/api/service/changeLetters.ts";
import { letterKind, type LetterFacts } from "#features/certificates/api/service/letters.ts";
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
  const products = await readLists(
    ctx,
    sql`select certificate_id as id, array_agg(distinct product_id)::text[] as found
          from certificate_products
         where certificate_id = any(${anyOf(swept)}) and product_id is not null
         group by certificate_id`,
  );
  const premises = swept.filter(({ kind }) => kind === "premise");
  const retailers = premises.length === 0 ? none : await readLists(ctx, shopsOf(premises));
  return new Map(swept.map(({ id }) => [id, { products: products.get(id) ?? [], retailers: retailers.get(id) ?? [] }]));
}

type Lists = ReadonlyMap<string, readonly string[]>;
const none: Lists = new Map();

async function readLists(ctx: Ctx, query: SQL): Promise<Lists> {
  const { rows } = (await ctx.db.execute(query)) as { rows: { id: string; found: string[] }[] };
  return new Map(rows.map(({ id, found }) => [id, found]));
}

const anyOf = (swept: readonly Swept[]) => sql`${`{${swept.map(({ id }) => id).join(",")}}`}::uuid[]`;

/** The holder of each with all shops below it, and those whose places it names. */
const shopsOf = (premises: readonly Swept[]) => sql`
  select covered.id, array_agg(distinct covered.retailer_id)::text[] as found
    from (select certificate.id, below.descendant_id as retailer_id
            from certificates as certificate
            join retailer_closure as below on below.ancestor_id = certificate.holder_retailer_id
           where certificate.id = any(${anyOf(premises)})
           union all
          select site.certificate_id, location.retailer_id
            from certificate_sites as site
            join retailer_locations as location on location.id = site.location_id
           where site.certificate_id = any(${anyOf(premises)})) as covered
   group by covered.id`;

/** Has letters written once the caller's transaction has committed, however many, in one statement. */
export async function enqueueLetters(ctx: Ctx, letters: readonly (LetterFacts | ChangeFacts)[]): Promise<void> {
  if (letters.length === 0) return;
  await ctx.db.execute(sql`
    insert into jobs (kind, payload, run_at, created_at)
    select ${letterKind}, letter, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from jsonb_array_elements(${JSON.stringify(letters)}::jsonb) as letter`);
}
