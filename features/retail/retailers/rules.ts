import type { Day } from "#base/days.ts";
import { type OpeningSpan, isOrdered, overlappingSpans } from "#base/openingHours.ts";
import type { Standing } from "#base/decisions.ts";
import type { FieldError } from "#base/refusal.ts";
import type { KycLevel } from "#features/retail/retailer-types/contract/kyc.ts";
import type { ContactInput } from "#features/retail/retailers/contract/contacts.ts";
import type { DocumentInput, DocumentType } from "#features/retail/retailers/contract/documents.ts";
import type { Closure } from "#features/retail/retailers/contract/hours.ts";
import type { LocationInput } from "#features/retail/retailers/contract/locations.ts";
import type { SettlementInput } from "#features/retail/retailers/contract/settlement.ts";
import type { RetailerStatus, Transition } from "#features/retail/retailers/record/contract.ts";
import {
  branchesAlong,
  type Facts,
  type KycStatus,
  retailerLifecycle,
} from "#features/retail/retailers/record/lifecycle.ts";

/** A location of which only the name is missing. */
export const emptyLocation: LocationInput = {
  name: "",
  addressLine1: null,
  addressLine2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  timezone: null,
  latitude: null,
  longitude: null,
  gln: null,
  phone: null,
  isPrimary: false,
  status: "open",
};

// ------------------------------------------------------------------------------------------------ the life

/** A retailer before a transition: its status, and what the transition asks of it. */
export type Candidate = Facts & {
  readonly status: RetailerStatus;
  /** Defaults to false. */
  readonly isStatusLocked?: boolean;
};

/** The transitions that are possible now, with what blocks them for a user with this standing. */
export const allowedTransitions = (retailer: Candidate, standing?: Standing): Transition[] =>
  retailerLifecycle.from(retailer, standing).map((each) => toTransition(retailer, each));

/** Null when the retailer's status never leads there. */
export const transitionTo = (retailer: Candidate, to: RetailerStatus, standing?: Standing): Transition | null =>
  allowedTransitions(retailer, standing).find((transition) => transition.to === to) ?? null;

type Possible = ReturnType<typeof retailerLifecycle.from>[number];

/** A transition as the API returns it. */
export function toTransition(retailer: Candidate, { to, needsReason, blockers }: Possible): Transition {
  const branchesCount = branchesAlong(retailer, to);
  return {
    to,
    isAllowed: blockers.length === 0,
    needsReason: needsReason === true,
    blockers: blockers as Transition["blockers"],
    branchesCount,
    needsBranches: to === "closed" && branchesCount > 0,
  };
}

// ------------------------------------------------------------------------------------------------ knowing who it is

/** What is stored is what a person decided; whether it still holds is the day's to say. The last day is included. */
export const kycStatusOn = (
  { kycStatus, kycExpiresOn }: { readonly kycStatus: Exclude<KycStatus, "expired">; readonly kycExpiresOn: Day | null },
  day: Day,
): KycStatus => (kycStatus === "verified" && hasExpired(kycExpiresOn, day) ? "expired" : kycStatus);

export const hasExpired = (expiresOn: Day | null, day: Day): boolean => expiresOn !== null && expiresOn < day;

/** The documents that each level asks for. */
export const requiredDocuments: Readonly<Record<KycLevel, readonly DocumentType[]>> = {
  none: [],
  basic: ["trade_licence"],
  full: ["trade_licence", "tax", "id", "bank_letter"],
};

type RetailerDocument = { readonly type: DocumentType; readonly status: string; readonly expiresOn: Day | null };

/** Of the documents that a level asks for those that are not there, accepted and valid on the day. */
export const missingDocuments = (level: KycLevel, documents: readonly RetailerDocument[], day: Day): DocumentType[] =>
  requiredDocuments[level].filter(
    (type) => !documents.some((document) => document.type === type && proves(document, day)),
  );

const proves = ({ status, expiresOn }: RetailerDocument, day: Day) =>
  status === "accepted" && !hasExpired(expiresOn, day);

/** Until when the documents of a level prove it: the first that ends, of each kind the one that lasts longest. */
export function provenUntil(level: KycLevel, documents: readonly RetailerDocument[], day: Day): Day | null {
  const ends = requiredDocuments[level].map((type) =>
    documents
      .filter((document) => document.type === type && proves(document, day))
      .map(({ expiresOn }) => expiresOn)
      .reduce((latest, end) => (latest === null || end === null ? null : end > latest ? end : latest)),
  );
  return ends.reduce((first, end) => (first === null || (end !== null && end < first) ? end : first), null);
}

// ------------------------------------------------------------------------------------------------ parts

export function locationErrors({ latitude, longitude }: LocationInput): FieldError[] {
  if ((latitude === null) === (longitude === null)) return [];
  const path = latitude === null ? "latitude" : "longitude";
  return [{ path, code: "point_incomplete", message: "A point has a latitude and a longitude." }];
}

/** A document cannot end before it was issued. */
export const documentErrors = ({ issuedOn, expiresOn }: Pick<DocumentInput, "issuedOn" | "expiresOn">): FieldError[] =>
  issuedOn !== null && expiresOn !== null && expiresOn < issuedOn
    ? [{ path: "expiresOn", code: "ends_before_start", message: "This is before it was issued." }]
    : [];

export const contactErrors = ({ email, phone }: Pick<ContactInput, "email" | "phone">): FieldError[] =>
  email === null && phone === null
    ? [{ path: "email", code: "contact_unreachable", message: "An e-mail address or a phone number is needed." }]
    : [];

/** What is wrong with hours, each at its span: `spans.3.opens`. */
export function hoursErrors(spans: readonly OpeningSpan[]): FieldError[] {
  const found = new Map<string, FieldError>();
  const report = (path: string, code: string, message: string) => {
    if (!found.has(path)) found.set(path, { path, code, message });
  };
  for (const [place, span] of spans.entries()) {
    if (!isOrdered(span)) report(`spans.${place}.closes`, "closes_before_opening", "This is before it opens.");
    const isCustom = span.season === "custom";
    const hasDays = span.validFrom !== null && span.validTo !== null && span.validFrom <= span.validTo;
    const hasNone = span.validFrom === null && span.validTo === null;
    if (isCustom ? !hasDays : !hasNone) report(`spans.${place}.validFrom`, "season_days", "Its days are not right.");
  }
  for (const [, place] of found.size > 0 ? [] : overlappingSpans(spans))
    report(`spans.${place}.opens`, "hours_overlap", "It is open at that time already.");
  return [...found.values()];
}

export const closureErrors = (closures: readonly Closure[]): FieldError[] =>
  closures.flatMap((closure, place): FieldError[] => {
    if (closure.kind === "dates")
      return closure.startsOn <= closure.endsOn
        ? []
        : [{ path: `closures.${place}.endsOn`, code: "ends_before_start", message: "This is before it begins." }];
    return closure.from < closure.to
      ? []
      : [{ path: `closures.${place}.to`, code: "ends_before_start", message: "This is before it begins." }];
  });

// ------------------------------------------------------------------------------------------------ accounts

/** An account as it is kept: capitals and digits of an IBAN without its spaces, an address as it was typed. */
export const plainAccount = ({ method, account }: Pick<SettlementInput, "method" | "account">): string =>
  method === "paypal" ? account.trim() : account.replace(/[\s-]/g, "").toUpperCase();

export function settlementErrors(input: Pick<SettlementInput, "method" | "account">): FieldError[] {
  const account = plainAccount(input);
  if (input.method === "paypal")
    return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(account)
      ? []
      : [{ path: "account", code: "email", message: "This is no e-mail address." }];
  // Two letters and two digits are how an IBAN begins, and nothing else.
  if (/^[A-Z]{2}\d{2}/.test(account))
    return isIban(account) ? [] : [{ path: "account", code: "iban", message: "This IBAN is not right." }];
  return /^[A-Z0-9/]{4,34}$/.test(account)
    ? []
    : [{ path: "account", code: "account_number", message: "This is no account number." }];
}

/** ISO 13616: the first four signs moved to the end, letters as 10 to 35, and the whole leaves 1 when divided by 97. */
export function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false;
  const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** What people see of an account: its last four signs, or of an address its first and its domain. */
export function maskedAccount({ method, account }: Pick<SettlementInput, "method" | "account">): string {
  const plain = plainAccount({ method, account });
  if (method === "bank") return `•••• ${plain.slice(-4)}`;
  return `${Array.from(plain)[0]}•••${plain.slice(plain.lastIndexOf("@"))}`.slice(0, 80);
}
