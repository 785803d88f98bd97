import { searchKey } from "#base/searchKey.ts";
import { type Glyph, glyphsByName } from "#demos/icons/rules/glyphs.ts";
import { tagsByWord } from "#demos/icons/rules/words.ts";

/** An icon of the font. Its name is its ligature. */
export type CatalogueIcon = Glyph & {
  readonly name: string;
  readonly tags: readonly string[];
};

/** Spec 001 §3: the orders of the last icons of the catalogue, which `GET /api/icons` answers, and their ids. */
export const spec = { firstOrder: 1732, lastOrder: 2744, prevSize: 32 } as const;
export const commonCount = spec.lastOrder - spec.firstOrder + 1;

/**
 * Every icon of the font: rarer ones first, and the last 1,013 the common ones, both in alphabetical order. The order
 * of an icon is its place in a catalogue whose last is 2,744; its id counts the other way (spec 001 §3).
 */
export const allIcons: readonly CatalogueIcon[] = ordered(
  [...glyphsByName].map(([name, glyph]) => ({ ...glyph, name, tags: tagsOf(name) })),
);

/** The order in which screens show them: the common ones first. */
export const commonFirst: readonly CatalogueIcon[] = [
  ...allIcons.slice(-commonCount),
  ...allIcons.slice(0, -commonCount),
];

export const orderOf = (place: number) => spec.lastOrder - (allIcons.length - 1) + place;
export const idOf = (place: number) => spec.lastOrder - orderOf(place);

/** The words of the name, and what these words are also searched by, in English and Arabic. */
function tagsOf(name: string): string[] {
  const words = name.split("_");
  const known = [name, ...words].flatMap((word) => {
    const tags = tagsByWord.get(word);
    return tags ? [...tags.en, ...tags.ar] : [];
  });
  return [...new Set([...words, ...known])].filter((tag) => tag !== "");
}

function ordered(icons: readonly CatalogueIcon[]): CatalogueIcon[] {
  const ranks = new Map(icons.map((icon) => [icon, commonness(icon)]));
  const common = new Set(
    icons
      .toSorted((one, other) => ranks.get(other)! - ranks.get(one)! || (one.name < other.name ? -1 : 1))
      .slice(0, commonCount),
  );
  return [...icons.filter((icon) => !common.has(icon)), ...icons.filter((icon) => common.has(icon))];
}

/** Short names of everyday words come first: `home` before `home_repair_service` before `10k`. */
function commonness({ name }: CatalogueIcon): number {
  const words = name.split("_");
  const known = words.filter((word) => tagsByWord.has(word)).length;
  return known / words.length - words.length / 10 - (/\d/.test(name) ? 1 : 0);
}

/** Finds icons by the beginnings of words, in any order; those whose name begins with the search come first. */
export function findIcons(icons: readonly CatalogueIcon[], search: string): readonly CatalogueIcon[] {
  const typed = searchKey(search.replaceAll("_", " "));
  if (typed === "") return icons;
  const parts = typed.split(" ");
  const found = icons.filter((icon) => {
    const key = keyOf(icon);
    return parts.every((part) => key.includes(` ${part}`));
  });
  const isNamed = ({ name }: CatalogueIcon) => name.replaceAll("_", " ").startsWith(typed);
  const named = found.filter(isNamed).toSorted((one, other) => one.name.length - other.name.length);
  return [...named, ...found.filter((icon) => !isNamed(icon))];
}

const keys = new Map<CatalogueIcon, string>();

function keyOf(icon: CatalogueIcon): string {
  const known = keys.get(icon);
  if (known !== undefined) return known;
  const key = ` ${icon.tags.map(searchKey).join(" ")}`;
  keys.set(icon, key);
  return key;
}
