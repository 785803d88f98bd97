import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { asPreviewed, Impact, impactRefusals } from "#base/impact.ts";
import { phone } from "#base/phoneField.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { gln, timeZone } from "#features/retail/retailers/record/fields.ts";

/** A closed location is kept for the history of what was sold there. */
export const locationStatuses = ["open", "temporarily_closed", "closed"] as const;

export const locationLimits = {
  nameMax: 160,
  lineMax: 200,
  cityMax: 120,
  postalCodeMax: 20,
  perRetailerMax: 2000,
} as const;

/** Degrees in WGS 84, to about a centimetre. */
const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most), z.overwrite(toMillionths));

function toMillionths(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

const written = {
  name: fields.text({ min: 1, max: locationLimits.nameMax }),
  addressLine1: z.nullable(fields.text({ min: 1, max: locationLimits.lineMax })),
  addressLine2: z.nullable(fields.text({ min: 1, max: locationLimits.lineMax })),
  city: z.nullable(fields.text({ min: 1, max: locationLimits.cityMax })),
  region: z.nullable(fields.text({ min: 1, max: locationLimits.cityMax })),
  postalCode: z.nullable(fields.text({ min: 1, max: locationLimits.postalCodeMax })),
  /** Null: the retailer's, like the time zone. */
  country: z.nullable(fields.countryCode()),
  timezone: z.nullable(timeZone()),
  latitude: z.nullable(degrees(90)),
  longitude: z.nullable(degrees(180)),
  gln: z.nullable(gln()),
  phone: z.nullable(phone()),
  /** Exactly one location of a retailer is the primary one. The first always is; another one takes over. */
  isPrimary: z.boolean(),
  status: z.enum(locationStatuses),
};

export const LocationInput = z.strictObject(written);
export type LocationInput = z.output<typeof LocationInput>;

export const Location = z.object({
  id: z.string(),
  ...z.object(written).shape,
  /** Whether it is open now, and until when; null if unknown. */
  openness: z.nullable(z.object({ isOpen: z.boolean(), changesAt: z.nullable(fields.instant()) })),
});
export type Location = z.output<typeof Location>;

/** Parts are changed under the version of their retailer, which they increment. */
export const Locations = z.object({ rows: z.array(Location), version: z.int() });

export const locationRefusals = refusals({
  duplicate_location_gln: { status: 409, message: "Another location already has this GLN." },
  location_in_use: { status: 409, message: "Other records use this location. Close it instead." },
  last_location_needed: { status: 409, message: "Retailers in this status need at least one location." },
  too_many_locations: { status: 409, message: "A retailer can have at most {maximum} locations." },
});
const l = locationRefusals;
const place = { id: fields.id(), locationId: fields.id() };
const saving = { ...place, version: fields.version(), ...written };
const saveRefusals = [l.duplicate_location_gln, l.too_many_locations];
const removing = { ...place, version: fields.version() };
const removeRefusals = [l.location_in_use, l.last_location_needed];

export const retailerLocations = {
  list: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/locations",
    reads: [{ resource: "retailers", id: "id" }],
    permission: "retailers.read",
    summary: "List the locations of a retailer, the primary location first",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Locations,
    refusals: [commonRefusals.not_found],
  }),
  save: operation({
    method: "PUT",
    path: "/api/v1/retailers/{id}/locations/{locationId}",
    permission: "retailers.update",
    summary:
      "Add or replace a location (idempotent: the client supplies the ID); with a fingerprint, only as previewed",
    input: z.strictObject({ ...saving, ...asPreviewed }),
    output: Locations,
    versioned: true,
    refusals: [commonRefusals.not_found, ...saveRefusals, impactRefusals.preview_stale],
  }),
  previewSave: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/locations/{locationId}/preview",
    permission: "retailers.update",
    summary: "Preview the impact of adding, closing or reopening a location. Changes nothing",
    input: z.strictObject(saving),
    output: Impact,
    versioned: true,
    refusals: [commonRefusals.not_found, ...saveRefusals],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/retailers/{id}/locations/{locationId}",
    permission: "retailers.update",
    summary:
      "Remove a location that no other record uses. If it was the primary one, the oldest of the others becomes primary",
    input: z.strictObject({ ...removing, ...asPreviewed }),
    output: Locations,
    versioned: true,
    refusals: [commonRefusals.not_found, ...removeRefusals, impactRefusals.preview_stale],
  }),
  previewRemoval: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/locations/{locationId}/removal/preview",
    permission: "retailers.update",
    summary: "Preview the impact of removing a location. Changes nothing",
    input: z.strictObject(removing),
    output: Impact,
    versioned: true,
    refusals: [commonRefusals.not_found, ...removeRefusals],
  }),
};
