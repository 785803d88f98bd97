import { searchedWithin, searchKey } from "#base/searchKey.ts";

// Beside the search key, not in its file: that travels with the login page.

/**
 * Whether a search key holds every word: within one of its own too, as rows are found (api/list.ts), unless one or two letters
 * are asked for. Arabic writes "the" and "and" onto the word that follows, so that few words of its names begin as people
 * type them.
 */
export const holdsWords = (key: string, words: readonly string[]): boolean =>
  words.every((word) => (word.length < searchedWithin ? ` ${key}`.includes(` ${word}`) : key.includes(word)));

/** Those of a short list that answer a search: first those in which each of its words begins one. */
export function filterBySearch<Option>(
  options: readonly Option[],
  search: string,
  textOf: (option: Option) => string,
): Option[] {
  const words = searchKey(search).split(" ").filter(Boolean);
  const found = options
    .map((option) => ({ option, key: searchKey(textOf(option)) }))
    .filter(({ key }) => holdsWords(key, words))
    .map(({ option, key }) => ({ option, begins: words.every((word) => ` ${key}`.includes(` ${word}`)) }));
  return found.toSorted((one, other) => Number(other.begins) - Number(one.begins)).map(({ option }) => option);
}
