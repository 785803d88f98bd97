import { searchedWithin, searchKey } from "#base/searchKey.ts";

// In a file of its own, because searchKey.ts is part of the login page.

/**
 * Whether a search key contains every word, also within one of its own words, as in lists (api/list.ts). One or two
 * letters match only at the start of a word. Arabic joins "the" and "and" to the next word, so few words of Arabic
 * names begin as users type them.
 */
export const holdsWords = (key: string, words: readonly string[]): boolean =>
  words.every((word) => (word.length < searchedWithin ? ` ${key}`.includes(` ${word}`) : key.includes(word)));

/**
 * The options that match a search: first those that begin with it, then those in which each search word begins a word,
 * then those that have it within a word.
 */
export function filterBySearch<Option>(
  options: readonly Option[],
  search: string,
  textOf: (option: Option) => string,
): Option[] {
  const wanted = searchKey(search);
  const words = wanted.split(" ").filter(Boolean);
  const rankOf = (key: string) => {
    if (key.startsWith(wanted)) return 0;
    return words.every((word) => ` ${key}`.includes(` ${word}`)) ? 1 : 2;
  };
  const found = options
    .map((option) => ({ option, key: searchKey(textOf(option)) }))
    .filter(({ key }) => holdsWords(key, words))
    .map(({ option, key }) => ({ option, rank: rankOf(key) }));
  return found.toSorted((one, other) => one.rank - other.rank).map(({ option }) => option);
}
