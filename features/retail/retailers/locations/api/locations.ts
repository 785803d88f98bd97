import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import type { Input, Output } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import { opennessAt } from "#base/openingHours.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { impactOf, requireFingerprint, runAndRollBack, type WriteResult } from "#api/impact.ts";
import { violationOf } from "#api/violations.ts";
import { atField, readRetailer, refuseErrors } from "#features/retail/retailers/record/api/store.ts";
import { closingsFor, readHoursOf, readSightingsOf } from "#features/retail/retailers/hours/api/hours.ts";
import { retailerEvent } from "#features/retail/retailers/record/api/events.ts";
import { writePart } from "#features/retail/retailers/record/api/parts.ts";
import {
  type LocationRecord,
  locationsTable as table,
  type RetailerRecord,
} from "#features/retail/retailers/api/tables.ts";
import {
  type Location,
  LocationInput,
  locationLimits,
  locationRefusals,
  type retailerLocations,
} from "#features/retail/retailers/locations/contract.ts";
import { isInService } from "#features/retail/retailers/record/fields.ts";
import { locationErrors } from "#features/retail/retailers/locations/rules.ts";

/** The locations of a retailer, the primary one first. Refuses with `not_found`. */
export async function listLocations(
  ctx: Ctx,
  { id }: Input<typeof retailerLocations.list>,
): Promise<Output<typeof retailerLocations.list>> {
  return toLocations(ctx, await readRetailer(ctx, id));
}

async function toLocations(ctx: Ctx, retailer: RetailerRecord): Promise<Output<typeof retailerLocations.list>> {
  const records = await readLocations(ctx, retailer.id);
  const hours = await readHoursOf(ctx, retailer);
  const sightings = await readSightingsOf(ctx, retailer.id);
  const rows = records.map((record): Location => {
    const openness = opennessAt(ctx.now, {
      timeZone: record.timezone ?? retailer.timezone,
      spans: hours.byLocation[record.id] ?? [],
      sightings: sightings.get(record.id) ?? [],
      closings: closingsFor(hours.closures, record.id),
    });
    const isClosed = record.status !== "open";
    return { ...shown(record), openness: isClosed ? { isOpen: false, changesAt: null } : openness };
  });
  return { rows, version: retailer.version };
}

const readLocations = (ctx: Ctx, retailerId: string): Promise<LocationRecord[]> =>
  ctx.db
    .select()
    .from(table)
    .where(eq(table.retailerId, retailerId))
    .orderBy(desc(table.isPrimary), asc(table.createdAt), asc(table.id));

const fields = Object.keys(LocationInput.shape) as (keyof LocationInput)[];
const shown = (record: LocationRecord) =>
  Object.fromEntries(["id", ...fields].map((name) => [name, record[name as keyof LocationRecord]])) as Omit<
    Location,
    "openness"
  >;

/**
 * Adds a location, or updates one. Exactly one is the primary one: the first, until another takes over.
 * With a fingerprint, it saves only if the effects match the preview.
 *
 * Refuses with `not_found`, `version_conflict`, `duplicate_location_gln`, `too_many_locations`, `preview_stale` and
 * `invalid_input`.
 */
export const saveLocation = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof retailerLocations.save>,
): Promise<Output<typeof retailerLocations.save>> =>
  writeSave(ctx, input, inTransaction, (inner, written) => asShown(inner, written, fingerprint));

/** Previews the effects of saving a location: makes the change and rolls it back. Refuses as the change does. */
export const previewSave = (ctx: Ctx, input: Input<typeof retailerLocations.previewSave>): Promise<Impact> =>
  writeSave(ctx, input, runAndRollBack, (inner, { consequences }) => impactOf(inner, consequences));

async function asShown(
  ctx: Ctx,
  { record, consequences }: WriteResult<RetailerRecord>,
  fingerprint: string | undefined,
): Promise<Output<typeof retailerLocations.list>> {
  await requireFingerprint(ctx, consequences, fingerprint);
  return toLocations(ctx, record);
}

/** `run` decides whether the change is committed. */
async function writeSave<Answer>(
  ctx: Ctx,
  { id, version, locationId, ...values }: Input<typeof retailerLocations.previewSave>,
  run: typeof inTransaction,
  answer: (inner: Ctx, written: WriteResult<RetailerRecord>) => Promise<Answer>,
): Promise<Answer> {
  refuseErrors(locationErrors(values));
  const save = (within: Ctx) =>
    writePart(within, { id, version }, async (inner, before) => {
      const all = await readLocations(inner, id);
      const known = all.find((each) => each.id === locationId) ?? null;
      if (known === null && all.length >= locationLimits.perRetailerMax)
        throw locationRefusals.too_many_locations({ maximum: locationLimits.perRetailerMax });
      const others = all.filter((each) => each.id !== locationId);
      const isPrimary = values.isPrimary || !others.some((each) => each.isPrimary);
      const written = { ...values, isPrimary };
      const changes =
        known === null ? { [values.name]: { before: null, after: written } } : changesBetween(known, written);
      if (Object.keys(changes).length === 0) return { action: "change_location", changes };
      if (isPrimary) await releasePrimary(inner, id, locationId);
      await writeLocation(inner, { id: locationId, retailerId: id, ...written });
      return {
        action: known === null ? "add_location" : "change_location",
        changes: known === null ? prefixed("locations", changes) : prefixed(`locations.${known.name}`, changes),
        set: {
          locationsCount: others.length + 1,
          city: isPrimary ? values.city : before.city,
        },
        events: isServing(known) === isServing(written) ? [] : [retailerEvent(before, "retailer.places_changed")],
      };
    });
  try {
    return await run(ctx, async (inner) => answer(inner, await save(inner)));
  } catch (error) {
    if (violationOf(error)?.constraint !== "retailer_locations__gln_key") throw error;
    throw atField(locationRefusals.duplicate_location_gln, "gln");
  }
}

/** Prefixes the fields in an audit entry with the part that changed: `locations.Main street.phone`. */
export const prefixed = (prefix: string, changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [`${prefix}.${name}`, change]));

/** Whether it counts if a whole retailer must be certified: a permanently closed one doesn't. */
const isServing = (location: Pick<LocationInput, "status"> | null) => location !== null && location.status !== "closed";

/** Call it before writing another primary location: the index checks every row immediately. */
const releasePrimary = (ctx: Ctx, retailerId: string, exceptId: string) =>
  ctx.db
    .update(table)
    .set({ isPrimary: false, updatedAt: ctx.now })
    .where(and(eq(table.retailerId, retailerId), eq(table.isPrimary, true), ne(table.id, exceptId)));

type NewLocation = LocationInput & { readonly id: string; readonly retailerId: string };

/** Writes one location, new or existing. One of another retailer is not found. */
async function writeLocation(ctx: Ctx, location: NewLocation): Promise<void> {
  const { id: _, retailerId, ...values } = location;
  const written = await ctx.db
    .insert(table)
    .values({ ...location, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoUpdate({
      target: table.id,
      set: { ...values, updatedAt: ctx.now },
      setWhere: eq(table.retailerId, retailerId),
    })
    .returning({ id: table.id });
  if (written.length === 0) throw commonRefusals.not_found();
}

/**
 * Deletes a location with its hours. The oldest remaining one becomes the primary one. With a fingerprint, it deletes
 * only if the effects match the preview.
 *
 * Refuses with `not_found`, `version_conflict`, `last_location_needed`, `preview_stale`, and `location_in_use` if other
 * records refer to it.
 */
export const removeLocation = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof retailerLocations.remove>,
): Promise<Output<typeof retailerLocations.remove>> =>
  writeRemoval(ctx, input, inTransaction, (inner, written) => asShown(inner, written, fingerprint));

/** Previews the effects of deleting a location: makes the change and rolls it back. Refuses as the change does. */
export const previewRemoval = (ctx: Ctx, input: Input<typeof retailerLocations.previewRemoval>): Promise<Impact> =>
  writeRemoval(ctx, input, runAndRollBack, (inner, { consequences }) => impactOf(inner, consequences));

async function writeRemoval<Answer>(
  ctx: Ctx,
  { id, version, locationId }: Input<typeof retailerLocations.previewRemoval>,
  run: typeof inTransaction,
  answer: (inner: Ctx, written: WriteResult<RetailerRecord>) => Promise<Answer>,
): Promise<Answer> {
  const remove = (within: Ctx) =>
    writePart(within, { id, version }, async (inner, before) => {
      const all = await readLocations(inner, id);
      const gone = all.find((each) => each.id === locationId);
      if (gone === undefined) throw commonRefusals.not_found();
      if (all.length === 1 && isInService(before.status)) throw locationRefusals.last_location_needed();
      await inner.db.delete(table).where(eq(table.id, locationId));
      const left = all.filter((each) => each.id !== locationId);
      const primary = left.find((each) => each.isPrimary) ?? left[0] ?? null;
      if (primary && !primary.isPrimary)
        await inner.db.update(table).set({ isPrimary: true, updatedAt: inner.now }).where(eq(table.id, primary.id));
      return {
        action: "remove_location",
        changes: { [`locations.${gone.name}`]: { before: shown(gone), after: null } },
        set: { locationsCount: left.length, city: primary?.city ?? null },
        events: isServing(gone) ? [retailerEvent(before, "retailer.places_changed")] : [],
      };
    });
  try {
    return await run(ctx, async (inner) => answer(inner, await remove(inner)));
  } catch (error) {
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    throw locationRefusals.location_in_use();
  }
}

/** Inserts locations of drafts that were created in this transaction, as an import does. */
export async function insertLocations(ctx: Ctx, locations: readonly NewLocation[]): Promise<void> {
  if (locations.length === 0) return;
  const rows = locations.map(({ id, retailerId, addressLine1, addressLine2, postalCode, isPrimary, ...rest }) => ({
    ...rest,
    id,
    retailer_id: retailerId,
    address_line_1: addressLine1,
    address_line_2: addressLine2,
    postal_code: postalCode,
    is_primary: isPrimary,
    created_at: ctx.now,
    updated_at: ctx.now,
  }));
  await ctx.db.execute(sql`
    insert into ${table} (id, retailer_id, name, address_line_1, address_line_2, city, region, postal_code, country,
                          timezone, latitude, longitude, gln, phone, is_primary, status, created_at, updated_at)
    select id, retailer_id, name, address_line_1, address_line_2, city, region, postal_code, country,
           timezone, latitude, longitude, gln, phone, is_primary, status, created_at, updated_at
      from jsonb_populate_recordset(null::retailer_locations, ${JSON.stringify(rows)}::jsonb)`);
}
