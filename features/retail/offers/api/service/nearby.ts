import { type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Openness } from "#base/openingHours.ts";
import type { Ctx } from "#api/context.ts";
import { levelRatesJson } from "#features/retail/assignments/api/service/records.ts";
import { effectivePrice, effectiveRate, type LevelRates } from "#features/retail/assignments/rules.ts";
import { readMark, writeMark } from "#features/retail/offers/api/service/cursors.ts";
import { readOpenness } from "#features/retail/offers/api/service/openingHours.ts";
import { addressOf, placesNear } from "#features/retail/offers/api/service/locations.ts";
import { readProofs } from "#features/retail/offers/api/service/proofs.ts";
import type { Offer, offers } from "#features/retail/offers/contract.ts";

type OffersInput = Input<typeof offers.list>;

type OfferRow = {
  readonly assignmentId: string;
  readonly product: Offer["product"];
  readonly retailer: Offer["retailer"];
  readonly location: Omit<Offer["location"], "openness" | "address"> & { readonly lines: (string | null)[] };
  readonly own: Parameters<typeof effectivePrice>[0] &
    Parameters<typeof effectiveRate>[0] & { readonly cashbackCapMinor: number | null };
  readonly recommended: Parameters<typeof effectivePrice>[1];
  readonly levels: LevelRates;
  readonly day: string;
  readonly isPromotable: boolean;
  readonly certificateId: string | null;
};

/**
 * Products that may be promoted around a point now, the nearest first. An assignment that is still marked active but
 * may no longer be promoted is left out, so a page may have fewer rows than the limit and still a next page.
 *
 * Refuses with `invalid_cursor`.
 */
export async function listOffers(ctx: Ctx, requested: OffersInput): Promise<Output<typeof offers.list>> {
  const read = await ctx.db.execute(offersNear(ctx, requested));
  const considered = (read as { rows: OfferRow[] }).rows;
  const page = considered.slice(0, requested.limit);
  const promotable = page.filter(({ isPromotable }) => isPromotable);
  const [proofs, openness] = await Promise.all([
    readProofs(
      ctx,
      promotable.flatMap(({ certificateId }) => certificateId ?? []),
    ),
    readOpenness(
      ctx,
      promotable.map(({ location }) => location.id),
    ),
  ]);
  const last = page.at(-1);
  return {
    at: ctx.now,
    rows: promotable.map((row) => ({
      ...toOffer(row, openness.get(row.location.id) ?? null),
      certificate: row.certificateId === null ? null : (proofs.get(row.certificateId) ?? null),
    })),
    next:
      considered.length > requested.limit && last
        ? writeMark({ distanceM: last.location.distanceM, ids: [last.assignmentId, last.location.id] })
        : null,
  };
}

function toOffer(row: OfferRow, openness: Openness | null): Omit<Offer, "certificate"> {
  const { assignmentId, product, retailer, own, recommended, levels, day } = row;
  const { lines, ...location } = row.location;
  const price = effectivePrice(own, recommended, day);
  const { bps, fixedMinor } = effectiveRate(own, levels, price);
  return {
    assignmentId,
    product,
    retailer,
    location: { ...location, address: addressOf(lines), openness },
    price: price && { amountMinor: price.amountMinor, currency: price.currency },
    cashback: { bps, fixedMinor, capMinor: own.cashbackCapMinor },
  };
}

function offersNear(ctx: Ctx, requested: OffersInput): SQL {
  const { radius, limit, cursor } = requested;
  const after = readMark(cursor, 2);
  const now = sql`${ctx.now}::timestamptz`;
  const isChoosy = requested.body !== undefined || requested.stunning !== undefined;
  return sql`
    with near as (
${placesNear(requested)}
    ), page as materialized (
      select assignment.id as assignment_id, assignment.product_id, assignment.retailer_id, near.id as location_id,
             near.distance, ${isChoosy ? sql`accepted.certificate_id` : sql`null::uuid`} as accepted_id
        from near
        join retailers retailer
          on retailer.id = near.retailer_id and retailer.status = 'active' and retailer.visibility = 'public'
        join assignments assignment
          on assignment.retailer_id = near.retailer_id
         and (assignment.location_id = near.id or assignment.location_id is null and not exists (
               -- What is said of this place alone holds there, also that it is paused.
               select from assignments own
                where own.retailer_id = near.retailer_id and own.product_id = assignment.product_id
                  and own.location_id = near.id and own.status in ('active', 'paused') and ${isOn("own", now)}))
         and assignment.status = 'active' and ${isOn("assignment", now)}
         ${isChoosy ? acceptedProof(requested, now) : sql``}
       where near.distance <= ${radius * 1000}::float8
         ${isChoosy ? sql`and (accepted.certificate_id is not null or ${needsNoProof(requested)})` : sql``}
         ${after === null ? sql`` : sql`and (near.distance, assignment.id, near.id) > (${after.distanceM}::int, ${after.ids[0]}::uuid, ${after.ids[1]}::uuid)`}
       order by near.distance, assignment.id, near.id
       limit ${limit + 1}
    ), judged as materialized (
      select *
        from promotion_of(array(select product_id from page order by assignment_id, location_id),
                          array(select retailer_id from page order by assignment_id, location_id),
                          array(select location_id from page order by assignment_id, location_id), ${now})
    )
    select page.assignment_id as "assignmentId",
           json_build_object('code', product.code, 'gtin', product.gtin, 'name', product.name,
                             'nameI18n', product.name_i18n, 'brand', brand.name) as product,
           json_build_object('code', retailer.code, 'name', retailer.trading_name,
                             'nameI18n', retailer.trading_name_i18n) as retailer,
           json_build_object('id', near.id, 'name', near.name, 'country', coalesce(near.country, retailer.country),
                             'lines', near.lines,
                             'latitude', near.latitude, 'longitude', near.longitude,
                             'distanceM', near.distance) as location,
           json_build_object('priceMinor', assignment.price_minor, 'currency', assignment.currency,
                             'priceValidFrom', assignment.price_valid_from, 'priceValidTo', assignment.price_valid_to,
                             'cashbackMode', assignment.cashback_mode, 'cashbackBps', assignment.cashback_bps,
                             'cashbackFixedMinor', assignment.cashback_fixed_minor,
                             'cashbackCapMinor', assignment.cashback_cap_minor) as own,
           json_build_object('rrpMinor', product.rrp_minor, 'rrpCurrency', product.rrp_currency) as recommended,
           ${levelRatesJson} as levels,
           (${now} at time zone retailer.timezone)::date::text as day,
           judged.is_published and judged.is_brand_active and judged.is_retailer_active
             and not (judged.halal_reason is not null and judged.is_halal_required)
             and not (judged.premise_reason is not null and judged.is_premise_required) as "isPromotable",
           coalesce(page.accepted_id, judged.proof_id) as "certificateId"
      from page
      join judged
        on judged.product_id = page.product_id and judged.retailer_id = page.retailer_id
       and judged.location_id = page.location_id
      join near on near.id = page.location_id
      join assignments assignment on assignment.id = page.assignment_id
      join products product on product.id = page.product_id
      join brands brand on brand.id = product.brand_id
      join retailers retailer on retailer.id = page.retailer_id
      join retailer_types type on type.id = retailer.retailer_type_id
     order by page.distance, page.assignment_id, page.location_id`;
}

/** Whether an assignment's period includes now. */
function isOn(name: "assignment" | "own", now: SQL): SQL {
  const table = sql.identifier(name);
  return sql`${table}.starts_at <= ${now} and (${table}.ends_at is null or ${table}.ends_at > ${now})`;
}

/** Products that need no certificate match every filter. But with a stunning filter, meat needs a proof. */
const needsNoProof = ({ stunning }: OffersInput): SQL =>
  sql`goods.relevance = 'not_applicable' and (${stunning === undefined}::boolean or goods.is_meat is not true)`;

/**
 * A certificate that is sufficient at the retailer and that the consumer accepts: by its certifier, and for meat by the
 * stunning method. The rule decides which are sufficient (features/retail/assignments/README.md); this filters them.
 * Unless it is certainly not meat, a product needs a certificate that says `none`: `not_applicable` proves nothing.
 */
function acceptedProof({ body, stunning }: Pick<OffersInput, "body" | "stunning">, now: SQL): SQL {
  const acronyms = JSON.stringify((body ?? []).map((acronym) => acronym.toLowerCase()));
  return sql`
        join retailer_types type on type.id = retailer.retailer_type_id
        cross join lateral (
               select product.id, category.effective_halal_relevance as relevance,
                      coalesce(product.contains_meat, category.effective_contains_meat) as is_meat
                 from products product
                 left join categories category on category.id = product.category_id
                where product.id = assignment.product_id
             ) as goods
        left join lateral (
               select covering.certificate_id
                 from product_certificates(${now}) as covering
                 join certificates certificate on certificate.id = covering.certificate_id
                 join certifying_bodies body on body.id = covering.body_id
                 left join lateral market_objection(
                        body.id, retailer.country, (${now} at time zone retailer.timezone)::date,
                        covering.review_due_at, ${now}) as market on true
                where covering.product_id = goods.id and covering.standing = 'stands'
                  and market.is_blocking is not true
                  and (covering.states_slaughter or not (type.needs_slaughter_policy and goods.is_meat is true))
                  and (${body === undefined}::boolean
                       or lower(body.acronym) in (select jsonb_array_elements_text(${acronyms}::jsonb)))
                  and (${stunning === undefined}::boolean or goods.is_meat is false
                       or certificate.stunning_policy = 'none')
                order by coalesce(market.severity, 0), coalesce(covering.ends_at, 'infinity') desc, covering.certificate_id
                limit 1
             ) as accepted on goods.relevance is distinct from 'not_applicable' or goods.is_meat is true`;
}
