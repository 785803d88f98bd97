import { searchKey } from "#base/searchKey.ts";

type Type = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameI18n: Readonly<Record<string, string>>;
  readonly status: string;
};

/** What OpenStreetMap calls shops, by the codes of domain 1.1: https://wiki.openstreetmap.org/wiki/Key:shop and Key:amenity. */
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

/** The ids of types that can be chosen, by all that a file may call them. A house's own names go before those of OpenStreetMap. */
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
