/** A part of a text, and whether it is new compared to the original. */
export type Stretch = { readonly text: string; readonly isChanged: boolean };

/** Splits `text` into parts so that words that are not in `original` can be marked. */
export function markChanges(original: string, text: string): Stretch[] {
  const messages = wordsOf(text);
  const kept = new Set(commonWords(wordsOf(original), messages).map(([, index]) => index));
  const isNewWord = (index: number) => index in messages && !isBlank(messages[index]!) && !kept.has(index);
  const stretches: { text: string; isChanged: boolean }[] = [];
  messages.forEach((word, index) => {
    // The space between two new words is marked with them: one mark reads better than two.
    const isChanged = isBlank(word) ? isNewWord(index - 1) && isNewWord(index + 1) : isNewWord(index);
    const last = stretches.at(-1);
    if (last?.isChanged === isChanged) last.text += word;
    else stretches.push({ text: word, isChanged });
  });
  return stretches;
}

/**
 * Merges two edits of one text, word by word, as a starting point for the user. Where both changed the same words, mine
 * stay.
 */
export function combineTexts(texts: { original: string; mine: string; theirs: string }): string {
  const [original, mine, theirs] = [wordsOf(texts.original), wordsOf(texts.mine), wordsOf(texts.theirs)];
  const inMine = new Map(commonWords(original, mine));
  const inTheirs = new Map(commonWords(original, theirs));
  const combined: string[] = [];
  const at = { original: 0, mine: 0, theirs: 0 };
  for (let index = 0; index <= original.length; index++) {
    const isEnd = index === original.length;
    const mineStop = isEnd ? mine.length : inMine.get(index);
    const theirsStop = isEnd ? theirs.length : inTheirs.get(index);
    // Only words that all three versions share divide the text into parts that can be merged separately.
    if (mineStop === undefined || theirsStop === undefined) continue;
    const before = original.slice(at.original, index).join("");
    const ours = mine.slice(at.mine, mineStop).join("");
    combined.push(ours === before ? theirs.slice(at.theirs, theirsStop).join("") : ours, original[index] ?? "");
    Object.assign(at, { original: index + 1, mine: mineStop + 1, theirs: theirsStop + 1 });
  }
  return combined.join("");
}

// Also finds words in scripts without spaces, such as Thai and Chinese.
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const isJoiner = (text: string) => /^[-‐’']$/.test(text);
const isBlank = (word: string) => !/[\p{L}\p{N}]/u.test(word);

/** The words of a text and the separators between them. A hyphenated compound is one word. */
function wordsOf(text: string): string[] {
  const messages: string[] = [];
  let isJoining = false;
  for (const { segment } of segmenter.segment(text)) {
    const last = messages.length - 1;
    const joins = isJoiner(segment) && last >= 0 && !isBlank(messages[last]!);
    if (joins || (isJoining && !isBlank(segment))) messages[last] += segment;
    else messages.push(segment);
    isJoining = joins;
  }
  return messages;
}

/** Pairs of indexes of a longest common subsequence. The table is as large as the differing part. */
function commonWords(one: readonly string[], other: readonly string[]): [number, number][] {
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const head = Array.from({ length: start }, (_, index): [number, number] => [index, index]);
  const tail = Array.from({ length: end }, (_, index): [number, number] => [
    one.length - end + index,
    other.length - end + index,
  ]);
  const middle = longestCommon(one.slice(start, one.length - end), other.slice(start, other.length - end));
  return [...head, ...middle.map(([a, b]): [number, number] => [a + start, b + start]), ...tail];
}

const cellsMax = 4_000_000; // 8 MB of table: two texts of 2,000 words each that differ throughout

function longestCommon(one: readonly string[], other: readonly string[]): [number, number][] {
  const width = other.length + 1;
  if ((one.length + 1) * width > cellsMax) return [];
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        one[row] === other[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) row++;
    else column++;
  }
  return pairs;
}
