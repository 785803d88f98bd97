import { holdsWords } from "#base/filterBySearch.ts";
import { searchKey } from "#base/searchKey.ts";

type MarkedTextProps = { readonly text: string; readonly search: string };

/** A text with the words marked that a search finds, whatever the spelling of their Arabic or their accents. */
export function MarkedText({ text, search }: MarkedTextProps) {
  const wanted = searchKey(search).split(" ").filter(Boolean);
  if (wanted.length === 0) return text;
  return text.split(/([\p{L}\p{M}\p{N}]+)/u).map((part, place) => {
    const key = place % 2 === 1 ? searchKey(part) : "";
    const isFound = key !== "" && wanted.some((word) => holdsWords(key, [word]));
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which never change places
    return isFound ? <mark key={place}>{part}</mark> : part;
  });
}
