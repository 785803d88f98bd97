import { addDays, type Day } from "#base/days.ts";
import { daysLeftOf } from "#base/expiry.ts";
import type { FieldError } from "#base/refusal.ts";
import { nameKey, searchKey } from "#base/searchKey.ts";
import type { Instant } from "#base/time.ts";
import type { CertificateInput, Step, stepBlockers, StepVerb } from "#features/halal/certificates/contract/records.ts";
import {
  type EffectiveState,
  type EvidenceLevel,
  evidenceLevels,
  type StoredState,
} from "#features/halal/certificates/contract/vocabulary.ts";

type Blocker = (typeof stepBlockers)[number];

/** A certificate of which nothing is known yet. */
export const emptyCertificate: CertificateInput = {
  bodyId: "",
  certificateNo: "",
  kind: "product",
  schemeCode: null,
  holderType: "brand",
  holderBrandId: null,
  holderRetailerId: null,
  holderName: "",
  holderAddress: null,
  holderCountry: null,
  standardIds: [],
  scopeText: null,
  productCategoryCodes: [],
  sites: [],
  issuedOn: null,
  validFrom: null,
  expiresOn: null,
  validityBasis: "dated",
  timezone: "UTC",
  lastReviewedOn: null,
  reviewDueOn: null,
  slaughterMethod: "unknown",
  stunningPolicy: "unknown",
  evidenceLevel: "document_only",
  notes: null,
};

/** Days before the end from which a certificate counts as expiring where its body has named no window for renewals. */
export const noticeDaysDefault = 90;

type Standing = {
  readonly state: StoredState;
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly supersededFrom: Instant | null;
  readonly timezone: string;
};

/**
 * What a certificate is at this moment: a person's decision, and of a verified one what the clock makes of it. It holds
 * from the instant it starts until before the instant it ends, and is expiring from the day on which it has `noticeDays`
 * left, those of its body.
 */
export function effectiveState(standing: Standing, now: Instant, noticeDays: number | null): EffectiveState {
  const { state, startsAt, endsAt, supersededFrom, timezone } = standing;
  if (state !== "verified") return state;
  if (supersededFrom !== null && supersededFrom <= now) return "superseded";
  if (endsAt !== null && endsAt <= now) return "expired";
  if (startsAt !== null && now < startsAt) return "upcoming";
  const daysLeft = daysLeftOf(endsAt, timezone, now);
  return daysLeft !== null && daysLeft <= (noticeDays ?? noticeDaysDefault) ? "expiring" : "valid";
}

type Window = { readonly renewalFromDays: number | null; readonly renewalToDays: number | null };

/** The days in which a body takes the renewal of what ends then; the second is the last day to file. */
export function renewalWindowOf(expiresOn: Day | null, { renewalFromDays, renewalToDays }: Window) {
  if (expiresOn === null || renewalFromDays === null || renewalToDays === null) return null;
  return { opensOn: addDays(expiresOn, -renewalFromDays), closesOn: addDays(expiresOn, -renewalToDays) };
}

/** Numbers are the same without case, spaces and punctuation. */
export const numberKey = (certificateNo: string): string => searchKey(certificateNo).replaceAll(" ", "");

/** Whether a number looks like none of its body's. Says nothing where the body has told no pattern, or a broken one. */
export function isOddNumber(certificateNo: string, pattern: string | null): boolean {
  if (pattern === null) return false;
  try {
    return !new RegExp(`^(?:${pattern})$`, "iu").test(certificateNo.trim());
  } catch {
    return false;
  }
}

/** Whether a document calls its holder by none of the names that the house knows. */
export const isOtherName = (onDocument: string, known: readonly (string | null)[]): boolean =>
  known.length > 0 && !known.some((name) => name !== null && sameName(name, onDocument));

const sameName = (one: string, other: string) =>
  nameKey(one) === nameKey(other) || (searchKey(one) !== "" && searchKey(one) === searchKey(other));

/** Where a body's register shows this number; null where the body has told no address. */
export const registryLinkOf = (template: string | null, certificateNo: string): string | null =>
  template?.replaceAll("{number}", encodeURIComponent(certificateNo)) ?? null;

/** Whoever made it may still write into it. */
export const isOpen = (state: StoredState): boolean => state === "draft" || state === "changes_requested";

/** What no single field can tell: both sides ask this of the certificate as it would be. */
export function certificateErrors(values: CertificateInput): FieldError[] {
  const errors: FieldError[] = [];
  const wrong = (path: keyof CertificateInput, code: string, message: string) => errors.push({ path, code, message });
  const { issuedOn, validFrom, expiresOn, validityBasis } = values;
  if (issuedOn !== null && validFrom !== null && validFrom < issuedOn)
    wrong("validFrom", "before_issue", "It cannot be valid before it was issued.");
  if (validFrom !== null && expiresOn !== null && expiresOn < validFrom)
    wrong("expiresOn", "before_start", "It cannot end before it begins.");
  if (validityBasis === "open_ended" && expiresOn !== null)
    wrong("expiresOn", "end_of_open_ended", "An open-ended certificate has no last day; it has a day of review.");
  if (values.holderType === "brand" && values.holderBrandId === null)
    wrong("holderBrandId", "holder_missing", "Choose the brand.");
  if (values.holderType === "retailer" && values.holderRetailerId === null)
    wrong("holderRetailerId", "holder_missing", "Choose the retailer.");
  if (values.evidenceLevel === "registry_verified")
    wrong("evidenceLevel", "registry_needs_check", "Only a reviewer who has looked into the register says so.");
  if (values.kind !== "premise" && values.holderType !== "retailer" && values.sites.some((site) => site.locationId))
    wrong("sites", "place_without_shop", "Only a premise certificate or a retailer's names shops.");
  if (new Set(values.sites.map(({ id }) => id)).size < values.sites.length)
    wrong("sites", "site_twice", "A place stands there twice.");
  return errors;
}

/** A holder of one kind alone: the other's id is let go of. */
export function withOneHolder<
  Values extends Pick<CertificateInput, "holderType" | "holderBrandId" | "holderRetailerId">,
>(values: Values): Values {
  return {
    ...values,
    holderBrandId: values.holderType === "brand" ? values.holderBrandId : null,
    holderRetailerId: values.holderType === "retailer" ? values.holderRetailerId : null,
  };
}

export type Candidate = Pick<
  CertificateInput,
  "kind" | "issuedOn" | "validFrom" | "expiresOn" | "validityBasis" | "reviewDueOn" | "evidenceLevel"
> & {
  readonly state: StoredState;
  readonly submittedBy: string | null;
  readonly standardCount: number;
  /** Documents of the kinds that a body issues. */
  readonly documentCount: number;
  readonly listedCount: number;
  readonly hasRenewal: boolean;
};

/** Which steps a state leads to (domain 1.7). The order is that of their buttons. */
const stepsByState: Readonly<Record<StoredState, readonly StepVerb[]>> = {
  draft: ["submit"],
  changes_requested: ["submit"],
  submitted: ["verify", "requestChanges", "reject"],
  rejected: [],
  verified: ["suspend", "reduceScope", "renew", "recordCheck", "withdraw"],
  suspended: ["reinstate", "renew", "recordCheck", "withdraw"],
  withdrawn: [],
  superseded: [],
};

/**
 * The levels that a certificate may come to by a check of this person. Whoever submitted it may lower what the house says
 * it knows, or leave it; that more is known takes a second person, as the verification does. The table says the same.
 */
export const levelsFor = (
  { evidenceLevel, submittedBy }: { readonly evidenceLevel: EvidenceLevel; readonly submittedBy: string | null },
  userId: string | null,
): readonly EvidenceLevel[] =>
  userId !== null && submittedBy === userId
    ? evidenceLevels.slice(evidenceLevels.indexOf(evidenceLevel))
    : evidenceLevels;

/** What may happen next, and what stands in the way of this person. `userId` is null for the house itself. */
export const stepsFor = (judged: Candidate, userId: string | null): Step[] =>
  stepsByState[judged.state].map((verb) => ({ verb, blockers: blockersOf(judged, verb, userId) }));

function blockersOf(judged: Candidate, verb: StepVerb, userId: string | null): Blocker[] {
  if (verb === "submit") return missingForSubmission(judged);
  // Two people stand behind every certificate that consumers are told of. A constraint of the table says the same.
  if (verb === "verify") {
    const own: Blocker[] = userId !== null && judged.submittedBy === userId ? ["second_person"] : [];
    return [...own, ...missingForSubmission(judged)];
  }
  if (verb === "renew" && judged.hasRenewal) return ["own_renewal"];
  return [];
}

function missingForSubmission(judged: Candidate): Blocker[] {
  const missing: Blocker[] = [];
  const isOpenEnded = judged.validityBasis === "open_ended";
  if (judged.issuedOn === null || judged.validFrom === null) missing.push("days_missing");
  if (!isOpenEnded && judged.expiresOn === null) missing.push("end_missing");
  if (isOpenEnded && judged.reviewDueOn === null) missing.push("review_missing");
  if (judged.standardCount === 0) missing.push("standard_missing");
  if (judged.documentCount === 0 && judged.evidenceLevel !== "self_declared") missing.push("document_missing");
  if (judged.kind === "product" && judged.listedCount === 0) missing.push("lines_missing");
  return missing;
}

/** A line and the product that it would be linked to. */
export type LinkFacts = {
  readonly line: { readonly gtin: string | null };
  readonly reason: string | null;
  readonly holder: { readonly holderBrandId: string | null };
  readonly product: { readonly gtin: string | null; readonly brandId: string };
};

/**
 * The problem with a link, as in `line_link_problem` of the database (docs/decisions/0044). `gtin`: the line names
 * another number. The others need a reason. `brand`: the product is not the holder's. `holder`: the holder is not a
 * brand, and no number identifies the product.
 */
export function linkProblem({ line, reason, holder, product }: LinkFacts): "gtin" | "brand" | "holder" | null {
  if (line.gtin !== null && line.gtin !== product.gtin) return "gtin";
  if (reason !== null) return null;
  if (holder.holderBrandId !== null) return holder.holderBrandId === product.brandId ? null : "brand";
  return line.gtin === null ? "holder" : null;
}
