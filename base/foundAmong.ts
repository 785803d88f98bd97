import { searchedWithin, searchKey } from "#base/searchKey.ts";

// Beside the search key, not in its file: that travels with the login page.

/**
 * Those of a short list that answer a search: first those in which each of its words begins one, then those that hold each
 * within, which of one or two letters says nothing (as rows are found, api/list.ts). Arabic writes "the" and "and" onto the
 * word that follows, so that few words of its names begin as people type them.
 */
export function foundAmong<Option>(
  options: readonly Option[],
  search: string,
  textOf: (option: Option) => string,
): Option[] {
  const words = searchKey(search).split(" ").filter(Boolean);
  const keyed = options.map((option) => ({ option, key: ` ${searchKey(textOf(option))}` }));
  const begins = ({ key }: { key: string }) => words.every((word) => key.includes(` ${word}`));
  const holds = ({ key }: { key: string }) =>
    words.every((word) => key.includes(word.length < searchedWithin ? ` ${word}` : word));
  return [...keyed.filter(begins), ...keyed.filter((each) => !begins(each) && holds(each))].map(({ option }) => option);
}
