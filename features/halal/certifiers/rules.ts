import type { FieldError } from "#base/refusal.ts";
import {
  accreditationPolicies,
  type MarketPolicy,
  type MarketPolicyPatch,
} from "#features/halal/certifiers/contract/recognitions.ts";
import { type Accreditation, type Period, periodErrors } from "#features/halal/certifiers/fields.ts";

export const recognitionErrors = (period: Period): FieldError[] => periodErrors(period, "validTo");

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
