import { searchKey } from "#base/searchKey.ts";
import { type Menu, type Suggestion, suggestionsOf } from "#web/layout/navigation.ts";

export const suggestionsMax = 10; // spec 000 §9

/**
 * Entries where every search word begins a word of the title or the section; those with a matching title first. Titles
 * are also found without their separators: `todo` finds To-do. `alsoKnownAs` gives alternative titles, such as those in
 * the other language. An empty search finds nothing.
 */
export function searchMenu(
  menu: Menu,
  requested: string,
  alsoKnownAs: (path: string) => readonly string[],
): Suggestion[] {
  const messages = searchKey(requested).split(" ").filter(Boolean);
  if (messages.length === 0) return [];
  const found = suggestionsOf(menu).flatMap((suggestion) => {
    const titles = [suggestion.title, ...alsoKnownAs(suggestion.path)].map(searchKey);
    const joined = titles.map((title) => title.replaceAll(" ", ""));
    const known = [...wordsOf(`${titles.join(" ")} ${searchKey(suggestion.section ?? "")}`), ...joined];
    const isFound = messages.every((word) => known.some((one) => one.startsWith(word)));
    return isFound ? [{ suggestion, isFirst: titles.some((title) => title.startsWith(messages.join(" "))) }] : [];
  });
  return found
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
    .slice(0, suggestionsMax)
    .map(({ suggestion }) => suggestion);
}

/** Arabic writes the article joined to its noun, and users search without it: `العلامات` is also `علامات`. */
const wordsOf = (text: string) =>
  text.split(" ").flatMap((word) => (/^ال.{2}/.test(word) ? [word, word.slice(2)] : [word]));
