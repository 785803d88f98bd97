import { type SQL, sql } from "drizzle-orm";
import type { EventType } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { recordEventsOf } from "#api/events.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";

/** `certificate.<event>` is the type of the domain event. */
export type CertificateEvent =
  | "submitted"
  | "verified"
  | "expiring"
  | "expired"
  | "suspended"
  | "reinstated"
  | "withdrawn"
  | "superseded"
  | "reviewed"
  | "scope_reduced";

export const shortEvent = (type: EventType) => type.slice("certificate.".length) as CertificateEvent;

/** The columns of a certificate that its events are made of. */
export const eventColumns = sql.raw(
  "id, code, certificate_no, revision, kind, state, valid_from, expires_on, ends_at, holder_retailer_id",
);

/**
 * Records an event for each affected certificate, and runs its handlers. `affected` are common table expressions, the last
 * of which has that name and the `eventColumns` as they are now; they may make the change itself.
 */
export const recordCertificateEvents = (ctx: Ctx, event: CertificateEvent, affected: SQL) =>
  recordEventsOf(ctx, { type: `certificate.${event}`, resource: auditResource, given: affected, rows: eventRows });

/** A receiver that wants all of a long list asks for the certificate. */
const productsMax = 200;

/**
 * The payload for receivers, and what the event concerns: the products of a certificate's lines, removed ones too, and the shops that it
 * covers, which are the holder with all below it and those whose places it names.
 */
const eventRows = sql`
  select affected.id::text as resource_id, (select to_jsonb(payload) from (select
           affected.id,
           affected.code,
           affected.certificate_no as "certificateNo",
           affected.revision,
           affected.kind,
           affected.state,
           affected.valid_from as "validFrom",
           affected.expires_on as "expiresOn",
           to_char(affected.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endsAt",
           coalesce(listed.products[1:${productsMax}], '{}') as "productIds",
           coalesce(cardinality(listed.products), 0) as "productCount") as payload) as payload,
         jsonb_build_object(
           'products', coalesce(listed.products, '{}'),
           'retailers', case when affected.kind = 'premise' then (
             select coalesce(jsonb_agg(distinct covered.retailer_id), '[]')
               from (select below.descendant_id as retailer_id
                       from retailer_closure as below
                      where below.ancestor_id = affected.holder_retailer_id
                      union all
                     select location.retailer_id
                       from certificate_sites as site
                       join retailer_locations as location on location.id = site.location_id
                      where site.certificate_id = affected.id) as covered)
           else '[]' end) as concerns
    from affected
    left join (
           select certificate_id, array_agg(distinct product_id) as products
             from certificate_products
            where certificate_id in (select id from affected) and product_id is not null
            group by certificate_id) as listed on listed.certificate_id = affected.id`;
