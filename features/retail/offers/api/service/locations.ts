import { type SQL, sql } from "drizzle-orm";
import type { Around } from "#features/retail/offers/contract.ts";

const earthM = 6_371_008.8; // IUGG mean radius
const degreeM = (Math.PI / 180) * earthM;

/**
 * A query for the open locations in a box around a point, with their distance in metres. The corners of the box are
 * outside the radius.
 */
export function placesNear({ lat, lng, radius }: Around): SQL {
  const latitudes = (radius * 1000) / degreeM;
  // Degrees of longitude are shorter near a pole, and at the pole all longitudes are near.
  const longitudes =
    Math.abs(lat) + latitudes >= 90 ? 180 : latitudes / Math.cos(((Math.abs(lat) + latitudes) * Math.PI) / 180);
  return sql`
      select location.id, location.retailer_id, location.name, location.phone, location.country, location.latitude::float8 as latitude,
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

/** Joins the lines of an address as a user entered it. */
export const addressOf = (lines: readonly (string | null)[]): string =>
  lines.filter((line) => line !== null).join(", ");
