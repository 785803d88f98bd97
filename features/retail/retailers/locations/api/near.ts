import { type SQL, sql } from "drizzle-orm";
import { integer, pgView } from "drizzle-orm/pg-core";
import { locationsTable as place, retailersTable as retailer } from "#features/retail/retailers/api/tables.ts";

/** A point in degrees, WGS 84, and kilometres around it. */
export type Near = { readonly latitude: number; readonly longitude: number; readonly km: number };

/** `51.5155,-0.0722,5`, as the contract takes it. */
export function nearOf(text: string): Near {
  const [latitude = 0, longitude = 0, km = 0] = text.split(",").map(Number);
  return { latitude, longitude, km };
}

const earthKm = 6371.0088; // IUGG mean radius
const degreeKm = (Math.PI * earthKm) / 180;

/** Kilometres along the surface from a point to a location: haversine. Null where the location has no point. */
export const kmTo = ({ latitude, longitude }: Near): SQL<number | null> => sql`(${2 * earthKm} * asin(least(1, sqrt(
  power(sin(radians((${place.latitude} - ${latitude}) / 2)), 2)
  + cos(radians(${latitude}::float8)) * cos(radians(${place.latitude}::float8))
    * power(sin(radians((${place.longitude} - ${longitude}) / 2)), 2)))))::float8`;

/** Retailers with a location that is not closed within the circle. The box around it is what the index finds them by. */
export const isNear = (near: Near): SQL => sql`${retailer.id} in (
  select ${place.retailerId} from ${place}
   where ${inBox(near)} and ${place.status} <> 'closed' and ${kmTo(near)} <= ${near.km})`;

/** The columns that `withDistances` adds, for statements that read it by the table's name. */
export const retailerDistances = pgView("retailers", { distanceM: integer("distance_m").notNull() }).existing();

/**
 * The table of retailers with how far each has it to its nearest location that is not closed, in whole metres; at least
 * those that `isNear` finds. To be read under the table's name.
 */
export const withDistances = (near: Near): SQL => sql`(
  select ${retailer}.*, nearest.distance_m
    from ${retailer}
    join (select ${place.retailerId} as retailer_id, round(min(${kmTo(near)}) * 1000)::int as distance_m
            from ${place}
           where ${inBox(near)} and ${place.status} <> 'closed'
           group by ${place.retailerId}) as nearest on nearest.retailer_id = ${retailer.id}) as ${retailer}`;

/** A little larger than the circle; across the date line in two parts, around a pole all of its parallel. */
export function inBox({ latitude, longitude, km }: Near): SQL {
  const height = km / degreeKm;
  const [south, north] = [latitude - height, latitude + height];
  const isHigh = sql`${place.latitude} between ${south} and ${north}`;
  // How far the meridians that touch the circle are away (Bronstein, spherical right triangle).
  const reach = Math.sin(km / earthKm) / Math.cos((latitude * Math.PI) / 180);
  if (south <= -90 || north >= 90 || reach >= 1) return isHigh;
  const width = (Math.asin(reach) * 180) / Math.PI;
  const [west, east] = [longitude - width, longitude + width];
  const isWide = sql`${place.longitude} between ${west} and ${east}`;
  if (west < -180) return sql`${isHigh} and (${isWide} or ${place.longitude} >= ${west + 360})`;
  if (east > 180) return sql`${isHigh} and (${isWide} or ${place.longitude} <= ${east - 360})`;
  return sql`${isHigh} and ${isWide}`;
}
