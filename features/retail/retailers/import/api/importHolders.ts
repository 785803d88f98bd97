import { and, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import { nameKey, searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import type { RetailerDraft } from "#features/retail/retailers/import/api/importColumns.ts";
import { retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { locationsTable, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { retailerFields } from "#features/retail/retailers/record/fields.ts";
import { emptyLocation } from "#features/retail/retailers/locations/rules.ts";

type Keyed = Pick<RetailerDraft, "retailer" | "location">;
export type Unique = { readonly field: string; readonly key: string };
/** `isSeen`: the caller may see this retailer. */
export type Holder = { readonly id: string; readonly code: string; readonly isSeen: boolean };

/** About 100 metres of latitude. Retailers of one name in the same square of this size count as one. */
const samePlaceDegrees = 0.001;

export function uniqueKeys({ retailer, location }: Keyed): Unique[] {
  const { gln, registrationNo, registrationCountry, parentId } = retailer;
  return [
    ...(typeof gln === "string" ? [{ field: "gln", key: `gln:${gln}` }] : []),
    ...(typeof registrationNo === "string" && parentId === null
      ? [{ field: "registrationNo", key: `registration:${String(registrationCountry)}:${registrationNo}` }]
      : []),
    ...placeKeys(String(retailer.tradingName), location),
  ];
}

/** The name, and the square of about 100 metres around its coordinates. */
function placeKeys(name: string, { latitude, longitude }: RetailerDraft["location"]): Unique[] {
  if (typeof latitude !== "number" || typeof longitude !== "number" || nameKey(name) === "") return [];
  const [row, column] = [latitude, longitude].map((degrees) => Math.round(degrees / samePlaceDegrees)) as [
    number,
    number,
  ];
  return [{ field: "tradingName", key: `place:${nameKey(name)}:${row}:${column}` }];
}

/** The retailers that already have the unique keys of these rows. */
export async function readHolders(ctx: Ctx, wanted: readonly Keyed[]): Promise<ReadonlyMap<string, Holder>> {
  const values = wanted.map(({ retailer }) => retailer);
  const texts = (field: "gln" | "registrationNo") =>
    values.flatMap((each) => (typeof each[field] === "string" ? [each[field]] : []));
  const names = wanted.flatMap(({ retailer, location }) =>
    typeof location.latitude === "number" ? [searchKey(String(retailer.tradingName))] : [],
  );
  const { id, code, gln, registrationNo, registrationCountry, parentId, tradingName } = table;
  const { latitude, longitude } = locationsTable;
  const isAny = [
    texts("gln").length > 0 ? inArray(gln, texts("gln")) : undefined,
    texts("registrationNo").length > 0 ? inArray(registrationNo, texts("registrationNo")) : undefined,
    names.length > 0 ? isAnyOf(table.sortKey, [...new Set(names)]) : undefined,
  ].filter((condition) => condition !== undefined);
  if (isAny.length === 0) return new Map();
  const found = await ctx.db
    .select({
      id,
      code,
      gln,
      registrationNo,
      registrationCountry,
      parentId,
      tradingName,
      latitude,
      longitude,
      isSeen: sql<boolean>`(${retailerScope(ctx) ?? sql`true`}) is true`,
    })
    .from(table)
    .leftJoin(locationsTable, eq(locationsTable.retailerId, id))
    .where(and(notInArray(table.status, ["rejected", "closed"]), or(...isAny)));
  return new Map(
    found.flatMap(({ latitude: lat, longitude: lon, isSeen, ...retailer }) =>
      uniqueKeys({
        retailer: { ...retailerFields.empty, ...retailer },
        location: { ...emptyLocation, latitude: lat, longitude: lon },
      }).map(({ key }) => [key, { id: retailer.id, code: retailer.code, isSeen }] as const),
    ),
  );
}
