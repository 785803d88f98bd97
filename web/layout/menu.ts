import type { MenuIcon } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import { type FixedIcon, fixedSections } from "#web/layout/fixedSections.ts";
import type { PermissionRow } from "#web/session.tsx";

export type MenuEntry = { readonly title: string; readonly path: string };

/** A section that opens, or without entries a link of its own. */
export type Menu = readonly MenuPart[];
export type MenuPart = {
  readonly title: string;
  readonly icon: MenuIcon | FixedIcon;
  readonly path: string;
  readonly entries: readonly MenuEntry[];
};

type MenuWords = {
  /** The shell's own titles, by key. */
  readonly own: (key: string) => string;
  /** Those of the server, which sends English (spec 000 §3). */
  readonly titled: (english: string) => string;
};

/** The seven icons that the menu knows (spec 000 §2), by the title they belong to, and the demo applications' one. */
const iconByTitle: Readonly<Record<string, MenuIcon>> = {
  User: "user",
  Permissions: "permissions",
  Brands: "brands",
  "Brand Products": "brand-products",
  "Brand Categories": "brand-categories",
  Retailers: "retailers",
  Certificates: "certificates",
};

/** The fixed entries first, then a section for each main row of the permissions in the server's order. */
export function buildMenu(rows: readonly PermissionRow[], { own, titled }: MenuWords): Menu {
  const fixed = fixedSections.map(
    (section): MenuPart => ({
      title: own(section.title),
      icon: section.icon,
      path: section.path,
      entries: section.entries.map(({ title, path }) => ({ title: own(title), path })),
    }),
  );
  const mainIds = [...new Set(rows.map((row) => row.ad_main_id))];
  const permitted = mainIds.map((id) =>
    partOf(
      rows.filter((row) => row.ad_main_id === id),
      titled,
    ),
  );
  return [...fixed.map((part) => completed(part, permitted)), ...permitted.filter(({ path }) => !isFixed(path))];
}

function partOf(section: readonly PermissionRow[], titled: MenuWords["titled"]): MenuPart {
  const [first] = section;
  if (first === undefined) throw new Error("a menu section without a row");
  return {
    title: titled(first.ad_main_title),
    icon: iconByTitle[first.ad_main_title] ?? "apps",
    path: first.ad_main_link,
    entries: section.map((row) => ({ title: titled(row.ad_sub_title), path: row.ad_sub_link })),
  };
}

const isFixed = (path: string) => fixedSections.some((section) => section.path === path);

/** What the server knows of a fixed section is added to it, and nothing stands there twice. */
function completed(part: MenuPart, permitted: Menu): MenuPart {
  const further = permitted.find(({ path }) => path === part.path)?.entries ?? [];
  const known = new Set(part.entries.map(({ path }) => path));
  return { ...part, entries: [...part.entries, ...further.filter(({ path }) => !known.has(path))] };
}

/** The entry that a path belongs to: the one with the longest path that it begins with. */
export function activePath(menu: Menu, path: string): string | null {
  const paths = menu.flatMap((part) =>
    part.entries.length > 0 ? part.entries.map((entry) => entry.path) : [part.path],
  );
  const above = paths.filter((candidate) => path === candidate || path.startsWith(`${candidate}/`));
  return above.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** A line of the menu search: an entry, and the section it stands in. */
export type Suggestion = { readonly title: string; readonly path: string; readonly section: string | null };

const suggestionsMax = 10; // spec 000 §9

/**
 * Entries all of whose asked words begin a word of the title or the section, those whose title begins so first.
 * `alsoKnownAs` gives a title's further names, such as its English one. Nothing asked is nothing found.
 */
export function searchMenu(menu: Menu, asked: string, alsoKnownAs: (path: string) => readonly string[]): Suggestion[] {
  const words = searchKey(asked).split(" ").filter(Boolean);
  if (words.length === 0) return [];
  const found = suggestionsOf(menu).flatMap((suggestion) => {
    const titles = [suggestion.title, ...alsoKnownAs(suggestion.path)].map(searchKey);
    const known = wordsOf(`${titles.join(" ")} ${searchKey(suggestion.section ?? "")}`);
    const isFound = words.every((word) => known.some((one) => one.startsWith(word)));
    return isFound ? [{ suggestion, isFirst: titles.some((title) => title.startsWith(words.join(" "))) }] : [];
  });
  return found
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
    .slice(0, suggestionsMax)
    .map(({ suggestion }) => suggestion);
}

/** The article is written as one with its noun, and nobody begins to type with it: `العلامات` is also `علامات`. */
const wordsOf = (text: string) =>
  text.split(" ").flatMap((word) => (/^ال.{2}/.test(word) ? [word, word.slice(2)] : [word]));

export const suggestionsOf = (menu: Menu): Suggestion[] =>
  menu.flatMap((part): Suggestion[] =>
    part.entries.length > 0
      ? part.entries.map(({ title, path }) => ({ title, path, section: part.title }))
      : [{ title: part.title, path: part.path, section: null }],
  );
