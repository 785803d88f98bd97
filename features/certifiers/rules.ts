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
  logoFileId: null,
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
