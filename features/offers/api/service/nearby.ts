import { type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { type Openness, opennessAt } from "#base/openingHours.ts";
import type { Ctx } from "#api/context.ts";
import { effectivePrice, effectiveRate } from "#features/assignments/rules.ts";
import { readPlace, writePlace } from "#features/offers/api/service/cursors.ts";
import { readOpening } from "#features/offers/api/service/opening.ts";
import { readProofs } from "#features/offers/api/service/proofs.ts";
import type { Offer, offers } from "#features/offers/contract.ts";

type Asked = Input<typeof offers.list>;

type OfferRow = {
  readonly assignmentId: string;
  readonly product: Offer["product"];
  readonly retailer: Offer["retailer"];
  readonly location: Omit<Offer["location"], "openness" | "address"> & { readonly lines: (string | null)[] };
  readonly own: Parameters<typeof effectivePrice>[0] &
    Parameters<typeof effectiveRate>[0] & { readonly cashbackCapMinor: number | null };
  readonly recommended: Parameters<typeof effectivePrice>[1];
  readonly typeRates: Parameters<typeof effectiveRate>[1];
  readonly day: string;
  readonly isPromotable: boolean;
  readonly certificateId: string | null;
};

/**
 * What may be promoted around a point at this moment, the nearest first. An assignment that is still marked active but may
 * no longer be promoted is left out, so that a page may have fewer rows than were asked for and still a next one.
 *
 * Refuses with `invalid_cursor`.
 */
export async function listOffers(ctx: Ctx, asked: Asked): Promise<Output<typeof offers.list>> {
  const read = await ctx.db.execute(offersNear(ctx, asked));
  const considered = (read as { rows: OfferRow[] }).rows;
  const page = considered.slice(0, asked.limit);
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
      considered.length > asked.limit && last
        ? writePlace({ ...last, distanceM: last.location.distanceM, locationId: last.location.id })
        : null,
  };
}

function toOffer(row: OfferRow, openness: Openness | null): Omit<Offer, "certificate"> {
  const { assignmentId, product, retailer, own, recommended, typeRates, day } = row;
  const { lines, ...location } = row.location;
  const price = effectivePrice(own, recommended, day);
  const { bps, fixedMinor } = effectiveRate(own, typeRates, price);
  return {
    assignmentId,
    product,
    retailer,
    location: { ...location, address: lines.filter((line) => line !== null).join(", "), openness },
    price: price && { amountMinor: price.amountMinor, currency: price.currency },
    cashback: { bps, fixedMinor, capMinor: own.cashbackCapMinor },
  };
}

async function readOpenness(ctx: Ctx, locationIds: readonly string[]): Promise<ReadonlyMap<string, Openness | null>> {
  const places = await readOpening(ctx, [...new Set(locationIds)]);
  return new Map([...places].map(([id, place]) => [id, opennessAt(ctx.now, place)]));
}

const earthM = 6_371_008.8; // IUGG mean radius
const degreeM = (Math.PI / 180) * earthM;

function offersNear(ctx: Ctx, asked: Asked): SQL {
  const { radius, limit, cursor } = asked;
  const after = cursor === undefined ? null : readPlace(cursor);
  const now = sql`${ctx.now}::timestamptz`;
  return sql`
    with near as (
${placesNear(asked)}
    ), page as materialized (
      select assignment.id as assignment_id, assignment.product_id, assignment.retailer_id, near.id as location_id,
             near.distance
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
       where near.distance <= ${radius * 1000}::float8
         and ${isAccepted(ctx, asked)}
         ${after === null ? sql`` : sql`and (near.distance, assignment.id, near.id) > (${after.distanceM}::int, ${after.assignmentId}::uuid, ${after.locationId}::uuid)`}
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
           json_build_object('id', near.id, 'name', near.name, 'country', coalesce(near.country, retailer.country), 'lines', near.lines,
                             'latitude', near.latitude, 'longitude', near.longitude,
                             'distanceM', near.distance) as location,
           json_build_object('priceMinor', assignment.price_minor, 'currency', assignment.currency,
                             'priceValidFrom', assignment.price_valid_from, 'priceValidTo', assignment.price_valid_to,
                             'cashbackMode', assignment.cashback_mode, 'cashbackBps', assignment.cashback_bps,
                             'cashbackFixedMinor', assignment.cashback_fixed_minor,
                             'cashbackCapMinor', assignment.cashback_cap_minor) as own,
           json_build_object('rrpMinor', product.rrp_minor, 'rrpCurrency', product.rrp_currency) as recommended,
           json_build_object('defaultBps', type.default_cashback_bps, 'maxBps', type.max_cashback_bps) as "typeRates",
           (${now} at time zone retailer.timezone)::date::text as day,
           judged.is_published and judged.is_brand_active and judged.is_retailer_active
             and not (judged.halal_reason is not null and judged.is_halal_required)
             and not (judged.premise_reason is not null and judged.is_premise_required) as "isPromotable",
           judged.proof_id as "certificateId"
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

/** Whether an assignment's period holds this moment. */
function isOn(name: "assignment" | "own", now: SQL): SQL {
  const table = sql.identifier(name);
  return sql`${table}.starts_at <= ${now} and (${table}.ends_at is null or ${table}.ends_at > ${now})`;
}

/** Open places around a point with their distance, some of them a little further than asked: a box in degrees is larger. */
function placesNear({ lat, lng, radius }: Asked): SQL {
  const latitudes = (radius * 1000) / degreeM;
  // Towards a pole degrees of longitude shrink, and at it all of them are near.
  const longitudes =
    Math.abs(lat) + latitudes >= 90 ? 180 : latitudes / Math.cos(((Math.abs(lat) + latitudes) * Math.PI) / 180);
  return sql`
      select location.id, location.retailer_id, location.name, location.country, location.latitude::float8 as latitude,
             location.longitude::float8 as longitude,
             array[location.address_line_1, location.address_line_2, location.postal_code, location.city] as lines,
             round(2 * ${earthM}::float8 * asin(least(1, sqrt(
               power(sin(radians(location.latitude::float8 - ${lat}::float8) / 2), 2)
               + cos(radians(${lat}::float8)) * cos(radians(location.latitude::float8))
                 * power(sin(radians(location.longitude::float8 - ${lng}::float8) / 2), 2)))))::int as distance
        from retailer_locations location
       where location.latitude between ${lat - latitudes}::float8 and ${lat + latitudes}::float8
         -- Around the date line the other side is near as well.
         and (abs(location.longitude - ${lng}::float8) <= ${longitudes}::float8
              or abs(location.longitude - ${lng}::float8) >= ${360 - longitudes}::float8)
         and location.status = 'open'`;
}

/** Only what a consumer accepts: certificates of some bodies, meat of animals that were not stunned. */
function isAccepted(ctx: Ctx, { body, stunning }: Pick<Asked, "body" | "stunning">): SQL {
  if (body === undefined && stunning === undefined) return sql`true`;
  const acronyms = JSON.stringify((body ?? []).map((acronym) => acronym.toLowerCase()));
  return sql`exists (
           select from products wanted
             left join categories category on category.id = wanted.category_id
            where wanted.id = assignment.product_id
              and (category.effective_halal_relevance = 'not_applicable'
                   or exists (
                     select from product_certificates(${ctx.now}::timestamptz) as covering
                       join certificates certificate on certificate.id = covering.certificate_id
                       join certifying_bodies body on body.id = covering.body_id
                      where covering.product_id = wanted.id and covering.standing = 'stands'
                        and (${body === undefined}::boolean or lower(body.acronym) in (select jsonb_array_elements_text(${acronyms}::jsonb)))
                        and (${stunning === undefined}::boolean or coalesce(wanted.contains_meat, category.effective_contains_meat) is false
                             or certificate.stunning_policy in ('none', 'not_applicable')))))`;
}
