import { searchKey } from "#base/searchKey.ts";

/** The threes of letters of each word, as pg_trgm takes them: in any script, whatever the database's locale knows of it. */
export function trigramsOf(text: string): ReadonlySet<string> {
  const trigrams = new Set<string>();
  for (const word of searchKey(text).split(" ").filter(Boolean)) {
    const chars = Array.from(`  ${word} `);
    for (let place = 0; place + 3 <= chars.length; place++) trigrams.add(chars.slice(place, place + 3).join(""));
  }
  return trigrams;
}

/** How alike two texts are, of 1: what they share of what both have (Sørensen and Dice). */
export function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const trigram of one) if (other.has(trigram)) shared++;
  return (2 * shared) / (one.size + other.size);
}
