// How a certifier writes its numbers, and where its registry lists them. Users write code here, so it is checked first.

const numberPlace = "{number}";

/** What is wrong with the template of a link into a registry; null when it can be used. */
export function templateProblem(template: string): "template_without_number" | "template_address" | null {
  if (!template.includes(numberPlace)) return "template_without_number";
  const filled = template.replaceAll(numberPlace, "1");
  return /^https:\/\/[^\s\p{Cc}/?#@]+\.[^\s\p{Cc}/?#@]+([/?#][^\s\p{Cc}]*)?$/iu.test(filled)
    ? null
    : "template_address";
}

/** The page of a registry about one certificate. */
export const registryLink = (template: string, number: string): string =>
  template.replaceAll(numberPlace, encodeURIComponent(number));

/** As many as a number may leave open: each of them multiplies what a mismatch costs. */
const openEndsMax = 3;

/**
 * What is wrong with the pattern of a certifier's numbers; null when it can be matched with any number.
 *
 * It is a regular expression of a kind that cannot run without an end: no look-around, no reference back, nothing repeated that
 * repeats something itself, and few open ends.
 */
export function patternProblem(pattern: string): "pattern_invalid" | "pattern_too_free" | null {
  try {
    void new RegExp(wholeOf(pattern), "u");
  } catch {
    return "pattern_invalid";
  }
  const plain = pattern.replace(/\\./gu, "x").replace(/\[[^\]]*\]/gu, "x");
  const hasLookAround = /\(\?[^:]/.test(plain);
  const refersBack = /\\[1-9k]/.test(pattern);
  const repeatsGroup = /\)[*+{]/.test(plain);
  const openEnds = plain.match(/[*+?]|\{\d+,\d*\}/g)?.filter((each) => each !== "?").length ?? 0;
  return hasLookAround || refersBack || repeatsGroup || openEnds > openEndsMax ? "pattern_too_free" : null;
}

const wholeOf = (pattern: string) => `^(?:${pattern})$`;

/** Whether a number looks as the certifier's numbers do. A certifier without a pattern takes any. */
export const fitsPattern = (pattern: string | null, number: string): boolean =>
  pattern === null || patternProblem(pattern) !== null || new RegExp(wholeOf(pattern), "u").test(number.trim());
