import { searchKey } from "#base/searchKey.ts";

type Type = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameI18n: Readonly<Record<string, string>>;
  readonly status: string;
};

/**
 * OpenStreetMap's values for shops, by the codes of domain 1.1: https://wiki.openstreetmap.org/wiki/Key:shop and
 * Key:amenity.
 */
const osmWords: Readonly<Record<string, readonly string[]>> = {
  GROCERY: ["supermarket", "convenience", "deli", "greengrocer", "grocery", "kiosk", "food", "dairy", "general"],
  BUTCHER: ["butcher"],
  RESTAURANT: ["restaurant", "fast food", "food court", "pizza service"],
  CAFE: ["cafe", "ice cream", "coffee", "tea"],
  BAKERY: ["bakery", "pastry", "confectionery"],
  PHARMACY: ["pharmacy", "chemist"],
  COSMETICS: ["cosmetics", "beauty", "perfumery"],
  FASHION: ["clothes", "shoes", "boutique"],
  TRAVEL: ["travel agency"],
};

/**
 * The ids of available types, by all names that a file may use. An installation's own names take precedence over
 * OpenStreetMap's.
 */
export function typeKeys(types: readonly Type[]): ReadonlyMap<string, string> {
  const active = types.filter(({ status }) => status === "active");
  return new Map([
    ...active.flatMap(({ id, code }) => (osmWords[code] ?? []).map((word) => [searchKey(word), id] as const)),
    ...active.flatMap(({ id, name, nameI18n }) =>
      [name, ...Object.values(nameI18n)].map((text) => [searchKey(text), id] as const),
    ),
    ...active.map(({ id, code }) => [searchKey(code), id] as const),
  ]);
}
