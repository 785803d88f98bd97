import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { retailersTable as owners, locationsTable as places } from "#features/retail/retailers/api/tables.ts";
import type { CertificatePlace } from "#features/halal/certificates/record/contract/records.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import type { CertificateInput, SiteInput } from "#features/halal/certificates/record/fields.ts";

/** Users who may read a retailer may refer to its locations, and open them. */
const readable = (ctx: Ctx) => scopeCondition(ctx, retailerRows, retailers.list.permission);

const idsOf = (sites: readonly SiteInput[]) => [...new Set(sites.flatMap(({ locationId }) => locationId ?? []))];

/** The locations that the sites refer to, as far as the caller may read them. */
export async function readPlaces(ctx: Ctx, sites: readonly SiteInput[]): Promise<CertificatePlace[]> {
  const ids = idsOf(sites);
  if (ids.length === 0) return [];
  return ctx.db
    .select({
      locationId: places.id,
      name: places.name,
      retailerId: places.retailerId,
      retailerName: owners.tradingName,
    })
    .from(places)
    .innerJoin(owners, eq(owners.id, places.retailerId))
    .where(and(inArray(places.id, ids), readable(ctx)))
    .orderBy(asc(places.name), asc(places.id));
}

/**
 * Refuses with `invalid_input` at `sites` if a retailer's certificate refers to a location that is neither its own nor
 * of one of its branches, or if the caller adds a location that they may not read: a premise certificate depends on its
 * locations.
 */
export async function requirePlaces(
  ctx: Ctx,
  { sites, holderRetailerId }: Pick<CertificateInput, "sites" | "holderRetailerId">,
  before: readonly SiteInput[] = [],
): Promise<void> {
  const requested = idsOf(sites);
  if (requested.length === 0) return;
  const known = new Set(idsOf(before));
  const isHolders = sql<boolean>`(${holderRetailerId}::uuid is null or ${places.retailerId} in (
    select descendant_id from retailer_closure where ancestor_id = ${holderRetailerId}::uuid))`;
  const rows = await ctx.db
    .select({ id: places.id, isHolders, isReadable: sql<boolean>`(${readable(ctx) ?? sql`true`}) is true` })
    .from(places)
    .innerJoin(owners, eq(owners.id, places.retailerId))
    .where(inArray(places.id, requested));
  const found = new Map(rows.map((row) => [row.id, row]));
  if (requested.some((id) => !known.has(id) && found.get(id)?.isReadable !== true))
    throw atSites("choice_gone", "This no longer exists. Choose again.");
  if (rows.some((row) => !row.isHolders))
    throw atSites("foreign_place", "One of the locations doesn’t belong to the holder or its branches.");
}

const atSites = (code: string, message: string) => commonRefusals.invalid_input({}, [{ path: "sites", code, message }]);
