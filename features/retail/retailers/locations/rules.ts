import type { FieldError } from "#base/refusal.ts";
import type { LocationInput } from "#features/retail/retailers/locations/contract.ts";

/** A location of which only the name is missing. */
export const emptyLocation: LocationInput = {
  name: "",
  addressLine1: null,
  addressLine2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  timezone: null,
  latitude: null,
  longitude: null,
  gln: null,
  phone: null,
  isPrimary: false,
  status: "open",
};

export function locationErrors({ latitude, longitude }: LocationInput): FieldError[] {
  if ((latitude === null) === (longitude === null)) return [];
  const path = latitude === null ? "latitude" : "longitude";
  return [{ path, code: "point_incomplete", message: "Enter both latitude and longitude." }];
}
