import type { Day } from "#base/days.ts";
import { type OpeningSpan, isOrdered, overlappingSpans } from "#base/openingHours.ts";
import { fullStanding, type Standing, standingBlockersOf } from "#base/decisions.ts";
import type { FieldError } from "#base/refusal.ts";
import type { KycLevel } from "#features/retail/retailer-types/contract/kyc.ts";
import { isEnoughKyc } from "#features/retail/retailer-types/rules.ts";
import type { ContactInput } from "#features/retail/retailers/contract/contacts.ts";
import type { DocumentInput, DocumentType } from "#features/retail/retailers/contract/documents.ts";
import type { Closure } from "#features/retail/retailers/contract/hours.ts";
import type { LocationInput } from "#features/retail/retailers/contract/locations.ts";
import type {
  KycStatus,
  RetailerInput,
  RetailerStatus,
  Transition,
  transitionBlockers,
} from "#features/retail/retailers/contract/records.ts";
import type { SettlementInput } from "#features/retail/retailers/contract/settlement.ts";

type Blocker = (typeof transitionBlockers)[number];

/** A retailer of which only name and type are missing. */
export const emptyRetailer: RetailerInput = {
  tradingName: "",
  tradingNameI18n: {},
  legalName: null,
  retailerTypeId: "",
  parentId: null,
  country: null,
  timezone: null,
  defaultLanguage: null,
  defaultCurrency: null,
  registrationNo: null,
  registrationCountry: null,
  taxNo: null,
  gln: null,
  website: null,
  social: {},
  logoFileId: null,
  logoAlt: null,
  logoAltI18n: {},
  coverFileId: null,
  commissionBps: 0,
  settlementTermsDays: 30,
  posIntegration: "none",
  visibility: "public",
  riskFlags: [],
};

/** The base for audit entries of created and deleted retailers, so that they list the values filled in, or lost. */
export const noRetailer = { ...emptyRetailer, tradingName: null, retailerTypeId: null };

/** A place of which only the name is missing. */
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

/** Decide what may be promoted at a retailer: assignments may pause and resume when one is changed. */
export const impactFields = [
  "retailerTypeId",
  "country",
  "timezone",
  "parentId",
] as const satisfies readonly (keyof RetailerInput)[];

// ------------------------------------------------------------------------------------------------ the life

/** What may follow each status (domain 1.2). Whoever was rejected begins anew, as a copy; a closed one stays closed. */
const eventHandlers: Readonly<Record<RetailerStatus, readonly RetailerStatus[]>> = {
  draft: ["submitted"],
  submitted: ["active", "changes_requested", "rejected"],
  changes_requested: ["submitted"],
  active: ["suspended"],
  suspended: ["active", "closed"],
  rejected: [],
  closed: [],
};

const withReason: ReadonlySet<RetailerStatus> = new Set(["suspended", "rejected", "changes_requested"]);
export const needsReason = (to: RetailerStatus) => withReason.has(to);

/** How many of the retailers below it: none of these is itself. */
export type Branches = {
  readonly open: number;
  readonly active: number;
  readonly suspended: number;
  /** Suspended with it. */
  readonly broughtDown: number;
};
export const noBranches: Branches = { open: 0, active: 0, suspended: 0, broughtDown: 0 };

/** What is asked of a retailer before a step, and what its type asks. */
export type Candidate = {
  readonly status: RetailerStatus;
  readonly country: string | null;
  readonly timezone: string | null;
  readonly locationsCount: number;
  readonly contactsCount: number;
  readonly branches: Branches;
  /** Defaults to false. */
  readonly isStatusLocked?: boolean;
  /** As it is on the day that is meant. */
  readonly kycStatus: KycStatus;
  readonly kycLevel: KycLevel | null;
  readonly type: { readonly isOnline: boolean; readonly kycLevel: KycLevel };
};

/** The steps a retailer may take next, and what stands in the way of those it may not take yet. */
export const allowedTransitions = (retailer: Candidate, standing: Standing = fullStanding): Transition[] =>
  eventHandlers[retailer.status].map((to) => {
    const blockers = [...missingFor(retailer, to), ...standingBlockersFor(retailer, to, standing)];
    const branchesCount = goingAlong(retailer, to);
    const needsBranches = to === "closed" && branchesCount > 0;
    return {
      to,
      isAllowed: blockers.length === 0,
      needsReason: needsReason(to),
      blockers,
      branchesCount,
      needsBranches,
    };
  });

/** A chain takes down who is up, brings back who it took down, and closes with all or not at all. */
function goingAlong({ status, branches }: Candidate, to: RetailerStatus): number {
  if (to === "suspended") return branches.active;
  if (to === "active") return status === "suspended" ? branches.broughtDown : 0;
  return to === "closed" && branches.suspended === branches.open ? branches.open : 0;
}

/** Null when the retailer's status never leads there. */
export const transitionTo = (retailer: Candidate, to: RetailerStatus, standing?: Standing): Transition | null =>
  allowedTransitions(retailer, standing).find((transition) => transition.to === to) ?? null;

const standingBlockersFor = ({ status, isStatusLocked = false }: Candidate, to: RetailerStatus, standing: Standing) =>
  standingBlockersOf(standing, {
    isDecision: status === "submitted",
    isApproval: status === "submitted" && to === "active",
    isLocked: isStatusLocked,
  });

const inService: ReadonlySet<RetailerStatus> = new Set(["submitted", "active", "suspended"]);
/** Whether a retailer with this status keeps what it was submitted with. */
export const keepsItsParts = (status: RetailerStatus) => inService.has(status);

function missingFor(retailer: Candidate, to: RetailerStatus): Blocker[] {
  if (to === "closed") return retailer.branches.open > retailer.branches.suspended ? ["branches_open"] : [];
  if (to !== "submitted" && to !== "active") return [];
  const missing: Blocker[] = [];
  if (retailer.country === null) missing.push("country_missing");
  if (retailer.timezone === null) missing.push("timezone_missing");
  if (retailer.locationsCount === 0 && !retailer.type.isOnline) missing.push("location_missing");
  if (retailer.contactsCount === 0) missing.push("contact_missing");
  if (to === "active" && !isKnown(retailer))
    missing.push(retailer.kycStatus === "expired" ? "kyc_expired" : "kyc_missing");
  return missing;
}

const isKnown = ({ kycStatus, kycLevel, type }: Candidate) =>
  type.kycLevel === "none" || (kycStatus === "verified" && isEnoughKyc(kycLevel, type.kycLevel));

/** Only what nobody has acted on yet may vanish; all else is closed. */
export const isDeletable = ({ status }: { readonly status: RetailerStatus }) => status === "draft";

/** Nothing of it changes any more. */
export const isFinal = (status: RetailerStatus) => status === "closed" || status === "rejected";

/** What no single field can tell: both sides ask this of the retailer as it would be. */
export function retailerErrors(retailer: RetailerInput, status: RetailerStatus = "draft"): FieldError[] {
  const errors: FieldError[] = [];
  const require = (path: keyof RetailerInput, code: Blocker) => {
    if (retailer[path] === null && inService.has(status))
      errors.push({ path, code, message: "A retailer with this status must keep this." });
  };
  require("country", "country_missing");
  require("timezone", "timezone_missing");
  if ((retailer.registrationNo === null) !== (retailer.registrationCountry === null)) {
    const path = retailer.registrationNo === null ? "registrationNo" : "registrationCountry";
    errors.push({ path, code: "registration_incomplete", message: "A number and its country go together." });
  }
  return errors;
}

// ------------------------------------------------------------------------------------------------ knowing who it is

/** What is stored is what a person decided; whether it still holds is the day's to say. The last day is included. */
export const kycStatusOn = (
  { kycStatus, kycExpiresOn }: { readonly kycStatus: Exclude<KycStatus, "expired">; readonly kycExpiresOn: Day | null },
  day: Day,
): KycStatus => (kycStatus === "verified" && hasExpired(kycExpiresOn, day) ? "expired" : kycStatus);

export const hasExpired = (expiresOn: Day | null, day: Day): boolean => expiresOn !== null && expiresOn < day;

/** The papers that each level asks for. */
export const askedDocuments: Readonly<Record<KycLevel, readonly DocumentType[]>> = {
  none: [],
  basic: ["trade_licence"],
  full: ["trade_licence", "tax", "id", "bank_letter"],
};

type Paper = { readonly type: DocumentType; readonly status: string; readonly expiresOn: Day | null };

/** Of the papers that a level asks for those that are not there, accepted and valid on the day. */
export const missingDocuments = (level: KycLevel, papers: readonly Paper[], day: Day): DocumentType[] =>
  askedDocuments[level].filter((type) => !papers.some((paper) => paper.type === type && proves(paper, day)));

const proves = ({ status, expiresOn }: Paper, day: Day) => status === "accepted" && !hasExpired(expiresOn, day);

/** Until when the papers of a level prove it: the first that ends, of each kind the one that lasts longest. */
export function provenUntil(level: KycLevel, papers: readonly Paper[], day: Day): Day | null {
  const ends = askedDocuments[level].map((type) =>
    papers
      .filter((paper) => paper.type === type && proves(paper, day))
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

/** A paper cannot end before it was issued. */
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
  const tell = (path: string, code: string, message: string) => {
    if (!found.has(path)) found.set(path, { path, code, message });
  };
  for (const [place, span] of spans.entries()) {
    if (!isOrdered(span)) tell(`spans.${place}.closes`, "closes_before_opening", "This is before it opens.");
    const isCustom = span.season === "custom";
    const hasDays = span.validFrom !== null && span.validTo !== null && span.validFrom <= span.validTo;
    const hasNone = span.validFrom === null && span.validTo === null;
    if (isCustom ? !hasDays : !hasNone) tell(`spans.${place}.validFrom`, "season_days", "Its days are not right.");
  }
  for (const [, place] of found.size > 0 ? [] : overlappingSpans(spans))
    tell(`spans.${place}.opens`, "hours_overlap", "It is open at that time already.");
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
