import type { FieldError } from "#base/refusal.ts";
import type { Accreditation, BodyInput } from "#features/halal/certifiers/contract/bodies.ts";
import {
  accreditationPolicies,
  type MarketPolicy,
  type MarketPolicyPatch,
  type RecognitionInput,
} from "#features/halal/certifiers/contract/recognitions.ts";

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

// ------------------------------------------------------------------------------------------------ what no field tells

const backwards = (path: string): FieldError => ({
  path,
  code: "ends_before_it_begins",
  message: "The last day is before the first.",
});

/** Both sides ask this of a body as it would be. */
export function bodyErrors({ renewalFromDays, renewalToDays, accreditations }: BodyInput): FieldError[] {
  const errors = accreditations.flatMap((accreditation: Accreditation, place) =>
    accreditationErrors(accreditation, `accreditations.${place}`),
  );
  if ((renewalFromDays === null) !== (renewalToDays === null)) {
    const path = renewalFromDays === null ? "renewalFromDays" : "renewalToDays";
    errors.push({ path, code: "renewal_half", message: "A renewal window has two ends." });
  } else if (renewalFromDays !== null && renewalToDays !== null && renewalToDays > renewalFromDays) {
    errors.push({ path: "renewalToDays", code: "renewal_order", message: "It ends nearer to the end than it begins." });
  }
  return errors;
}

function accreditationErrors(
  { validFrom, validTo, withdrawnOn, withdrawnReason }: Accreditation,
  path: string,
): FieldError[] {
  const errors = isBackwards(validFrom, validTo) ? [backwards(`${path}.validTo`)] : [];
  if (withdrawnOn !== null && withdrawnReason === null)
    errors.push({ path: `${path}.withdrawnReason`, code: "required", message: "Enter a reason." });
  if (withdrawnOn === null && withdrawnReason !== null)
    errors.push({ path: `${path}.withdrawnOn`, code: "required", message: "Enter the day of the withdrawal." });
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

type Accredited = Pick<Accreditation, "validFrom" | "validTo" | "withdrawnOn">;

/** The state of an accreditation on a day. It includes its last day, but not the day of a withdrawal. */
export const accreditationOn = (
  accreditation: Accredited,
  day: string,
): "upcoming" | "current" | "ended" | "withdrawn" =>
  accreditation.withdrawnOn !== null && accreditation.withdrawnOn <= day ? "withdrawn" : periodOn(accreditation, day);

/** The default policy of a market. The functions and column defaults of migration 0046 match it. */
export const undecidedPolicy = {
  hasList: null,
  listDecidedOn: null,
  listSource: null,
  policy: "block",
  unknownPolicy: "warn",
  accreditationPolicy: "warn",
  reviewGraceDays: 30,
} as const satisfies Omit<MarketPolicy, "market">;

const loosenable = ["hasList", "policy", "unknownPolicy", "accreditationPolicy", "reviewGraceDays"] as const;
type Loosenable = (typeof loosenable)[number];

/** The fields in which a change makes a policy looser. If there are any, it needs a reason and a preview. */
export const loosenedBy = (before: MarketPolicy, wanted: MarketPolicyPatch): Loosenable[] =>
  loosenable.filter((name) => {
    const after = wanted[name];
    return after !== undefined && strictness[name](after as never) < strictness[name](before[name] as never);
  });

const blocks = (policy: MarketPolicy["policy"]) => (policy === "block" ? 1 : 0);
const strictness: { readonly [Name in Loosenable]: (value: MarketPolicy[Name]) => number } = {
  hasList: (hasList) => (hasList === true ? 1 : 0),
  policy: blocks,
  unknownPolicy: blocks,
  accreditationPolicy: (policy) => accreditationPolicies.indexOf(policy),
  reviewGraceDays: (days) => -days,
};
