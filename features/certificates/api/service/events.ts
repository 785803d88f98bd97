import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { DomainEvent } from "#base/eventTypes.ts";
import { auditResource } from "#features/certificates/api/service/scoping.ts";
import { certificateLinesTable as lines, type CertificateRecord } from "#features/certificates/api/tables.ts";

export type CertificateVerb =
  | "submitted"
  | "verified"
  | "expiring"
  | "expired"
  | "suspended"
  | "reinstated"
  | "withdrawn"
  | "superseded"
  | "scope_reduced";

type Told = Pick<
  CertificateRecord,
  | "id"
  | "code"
  | "certificateNo"
  | "revision"
  | "kind"
  | "state"
  | "holderRetailerId"
  | "validFrom"
  | "expiresOn"
  | "endsAt"
>;

/** Whom a certificate's change concerns: the products of its lines, removed ones too, and the shops that it covers. */
export type Concerned = { readonly products: readonly string[]; readonly retailers: readonly string[] };

export const eventOf = (certificate: Told, verb: CertificateVerb, concerned: Concerned): DomainEvent => ({
  type: `certificate.${verb}`,
  resource: auditResource,
  resourceId: certificate.id,
  payload: {
    id: certificate.id,
    code: certificate.code,
    certificateNo: certificate.certificateNo,
    revision: certificate.revision,
    kind: certificate.kind,
    state: certificate.state,
    validFrom: certificate.validFrom,
    expiresOn: certificate.expiresOn,
    endsAt: certificate.endsAt,
    productIds: concerned.products.slice(0, toldMax),
    productCount: concerned.products.length,
  },
  concerns: concerned,
});

/** A receiver that wants all of a long list asks for the certificate. */
const toldMax = 200;

/** What others must hear of a certificate that was just written. */
export async function eventsAbout(
  ctx: Ctx,
  certificate: CertificateRecord,
  verb: CertificateVerb,
): Promise<DomainEvent[]> {
  return [eventOf(certificate, verb, await concernedBy(ctx, certificate))];
}

async function concernedBy(ctx: Ctx, { id, kind, holderRetailerId }: CertificateRecord): Promise<Concerned> {
  const listed = await ctx.db
    .selectDistinct({ productId: lines.productId })
    .from(lines)
    .where(and(eq(lines.certificateId, id), isNotNull(lines.productId)));
  const products = listed.map(({ productId }) => productId!);
  if (kind !== "premise") return { products, retailers: [] };
  const result = await ctx.db.execute(placesOf(id, holderRetailerId));
  const { rows } = result as { rows: { retailer_id: string }[] };
  return { products, retailers: rows.map((row) => row.retailer_id) };
}

/** The holder with all shops below it, and those whose places the certificate names. */
const placesOf = (certificateId: string, holderId: string | null) => sql`
  select descendant_id as retailer_id from retailer_closure where ancestor_id = ${holderId}::uuid
   union
  select location.retailer_id
    from certificate_sites as site
    join retailer_locations as location on location.id = site.location_id
   where site.certificate_id = ${certificateId}::uuid`;
