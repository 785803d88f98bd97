import type { FieldError } from "#base/refusal.ts";
import type { Accreditation, BodyInput } from "#features/certifiers/contract/bodies.ts";
import type { RecognitionInput } from "#features/certifiers/contract/recognitions.ts";
import type { StandardInput } from "#features/certifiers/contract/standards.ts";

/** A body of which only what every one has is missing. */
export const emptyBody: BodyInput = {
  acronym: "",
  name: "",
  nameI18n: {},
  country: "",
  kind: "private",
  website: null,
  registryUrl: null,
  registryLookupTemplate: null,
  certificateNoPattern: null,
  typicalValidityMonths: null,
  renewalFromDays: null,
  renewalToDays: null,
  defaultStunningPolicy: "unknown",
  offLabelTags: [],
  sources: [],
  accreditations: [],
};

export const emptyStandard: StandardInput = {
  code: "",
  edition: "",
  title: "",
  titleI18n: {},
  owner: "",
  scope: null,
  sourceUrl: null,
};

// ------------------------------------------------------------------------------------------------ numbers and links

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
 * What is wrong with the pattern of a body's numbers; null when it can be asked about any number.
 *
 * It is a regular expression of a kind that cannot run for ever: no look-around, no reference back, nothing repeated that
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

/** Whether a number looks as the body's numbers do. A body without a pattern takes any. */
export const fitsPattern = (pattern: string | null, number: string): boolean =>
  pattern === null || patternProblem(pattern) !== null || new RegExp(wholeOf(pattern), "u").test(number.trim());

// ------------------------------------------------------------------------------------------------ what no field tells

const backwards = (path: string): FieldError => ({
  path,
  code: "ends_before_it_begins",
  message: "The last day is before the first.",
});

/** Both sides ask this of a body as it would be. */
export function bodyErrors({ renewalFromDays, renewalToDays, accreditations }: BodyInput): FieldError[] {
  const errors = accreditations.flatMap(({ validFrom, validTo }: Accreditation, place) =>
    isBackwards(validFrom, validTo) ? [backwards(`accreditations.${place}.validTo`)] : [],
  );
  if ((renewalFromDays === null) !== (renewalToDays === null)) {
    const path = renewalFromDays === null ? "renewalFromDays" : "renewalToDays";
    errors.push({ path, code: "renewal_half", message: "A renewal window has two ends." });
  } else if (renewalFromDays !== null && renewalToDays !== null && renewalToDays > renewalFromDays) {
    errors.push({ path: "renewalToDays", code: "renewal_order", message: "It ends nearer to the end than it begins." });
  }
  return errors;
}

export const recognitionErrors = ({
  validFrom,
  validTo,
}: Pick<RecognitionInput, "validFrom" | "validTo">): FieldError[] =>
  isBackwards(validFrom, validTo) ? [backwards("validTo")] : [];

const isBackwards = (from: string | null, to: string | null) => from !== null && to !== null && to < from;

type Period = Pick<RecognitionInput, "validFrom" | "validTo">;

/** What a period is on a day, `2026-11-20`. Its last day is still inside. */
export function periodOn({ validFrom, validTo }: Period, day: string): "upcoming" | "current" | "ended" {
  if (validTo !== null && validTo < day) return "ended";
  return validFrom !== null && day < validFrom ? "upcoming" : "current";
}
