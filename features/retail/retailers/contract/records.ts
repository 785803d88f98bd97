import * as z from "zod/mini";
import type { Changes } from "#base/activity.ts";
import { type Decisions, standingBlockers } from "#base/decisions.ts";
import { isTimeZone } from "#base/days.ts";
import * as fields from "#base/fields.ts";
import { type FileRule, pictureTypes } from "#base/files.ts";
import { isGln, plainDigits } from "#base/checkDigit.ts";
import { Impact } from "#base/impact.ts";
import { anyOf, listFilter } from "#base/list.ts";
import { Social } from "#base/social.ts";
import { refusals } from "#base/refusal.ts";
import { kycLevels } from "#features/retail/retailer-types/contract/kyc.ts";

/** The life of a retailer (domain 1.2). `rules.ts` says which follows which, and README.md draws it. */
export const retailerStatuses = [
  "draft",
  "submitted",
  "changes_requested",
  "active",
  "suspended",
  "rejected",
  "closed",
] as const;
export const RetailerStatus = z.enum(retailerStatuses);
export type RetailerStatus = z.output<typeof RetailerStatus>;

/** In which tone a status is shown, here and wherever other areas name retailers. */
export const retailerTones = {
  draft: "mute",
  submitted: "info",
  changes_requested: "warn",
  active: "ok",
  suspended: "warn",
  rejected: "error",
  closed: "mute",
} as const satisfies Record<RetailerStatus, string>;

/** What was found out about who it is. `expired` is what a clock makes of `verified`. */
export const kycStatuses = ["not_started", "in_review", "verified", "rejected", "expired"] as const;
export type KycStatus = (typeof kycStatuses)[number];

export const posIntegrations = ["none", "api", "csv", "manual"] as const;
export const visibilities = ["public", "hidden"] as const;

export const retailerLimits = {
  logoAltMax: 300,
  nameMin: 2,
  nameMax: 160,
  registrationNoMax: 40,
  taxNoMax: 40,
  bpsMax: 10_000,
  settlementDaysMax: 90,
  riskFlagMax: 40,
  riskFlagsMax: 20,
  statusReasonMax: 500,
  /** A chain, its regions and their branches. */
  depthMax: 3,
  nearKmMax: 20_000,
} as const;

export const retailerLogo: FileRule = { purpose: "retailerLogo", accepts: pictureTypes, bytesMax: 5_242_880 };
export const retailerCover: FileRule = { purpose: "retailerCover", accepts: pictureTypes, bytesMax: 5_242_880 };

/** A Global Location Number with its check digit. Spaces and dashes between, and digits of another script, are tidied up. */
export const gln = () =>
  z.string().check(
    z.maxLength(60),
    z.overwrite((typed) => (isGln(plainDigits(typed)) ? plainDigits(typed) : typed)),
    z.refine(isGln, { error: "gln" }),
  );
/** An IANA name: `Asia/Dubai`. */
export const timeZone = () =>
  z.string().check(
    z.trim(),
    z.maxLength(64),
    z.refine((name) => (name === "UTC" || /^[A-Z][\w+-]+(?:\/[\w+-]+)+$/.test(name)) && isTimeZone(name), {
      error: "time_zone",
    }),
  );

/** What people write into a retailer. The form and the API check with these. */
const written = {
  tradingName: fields.text({ min: retailerLimits.nameMin, max: retailerLimits.nameMax }),
  tradingNameI18n: fields.translations({ max: retailerLimits.nameMax }),
  legalName: z.nullable(fields.text({ min: retailerLimits.nameMin, max: retailerLimits.nameMax })),
  retailerTypeId: fields.id(),
  /** The chain that it is a branch of. */
  parentId: z.nullable(fields.id()),
  /** The market whose recognitions count for what it sells. */
  country: z.nullable(fields.countryCode()),
  timezone: z.nullable(timeZone()),
  defaultLanguage: z.nullable(fields.languageTag()),
  defaultCurrency: z.nullable(fields.currencyCode()),
  registrationNo: z.nullable(fields.text({ min: 1, max: retailerLimits.registrationNoMax })),
  registrationCountry: z.nullable(fields.countryCode()),
  taxNo: z.nullable(fields.text({ min: 1, max: retailerLimits.taxNoMax })),
  gln: z.nullable(gln()),
  website: z.nullable(fields.httpsUrl()),
  social: Social,
  logoFileId: z.nullable(fields.id()),
  /** What the logo shows, for those who cannot see it. */
  logoAlt: z.nullable(fields.text({ min: 1, max: retailerLimits.logoAltMax })),
  logoAltI18n: fields.translations({ max: retailerLimits.logoAltMax }),
  coverFileId: z.nullable(fields.id()),
  /** Our share of what can earn cashback, in basis points. */
  commissionBps: z.int().check(z.minimum(0), z.maximum(retailerLimits.bpsMax)),
  settlementTermsDays: z.int().check(z.minimum(0), z.maximum(retailerLimits.settlementDaysMax)),
  posIntegration: z.enum(posIntegrations),
  visibility: z.enum(visibilities),
  riskFlags: z
    .array(fields.text({ min: 1, max: retailerLimits.riskFlagMax }))
    .check(z.maxLength(retailerLimits.riskFlagsMax)),
};

/** All of a retailer that a person fills in, its parts aside. */
export const RetailerInput = z.strictObject(written);
export type RetailerInput = z.output<typeof RetailerInput>;

/** Only the fields that changed. */
export const RetailerPatch = z.partial(RetailerInput);
export type RetailerPatch = z.output<typeof RetailerPatch>;

/** Why a retailer cannot take a step yet. */
export const transitionBlockers = [
  "country_missing",
  "timezone_missing",
  "location_missing",
  "contact_missing",
  "kyc_missing",
  "kyc_expired",
  "branches_open",
  ...standingBlockers,
] as const;

/** Who may approve a retailer, and who may lift a suspension that a user with that permission made. */
export const retailerStatusPermissions = { approve: "retailers.approve", lift: "retailers.suspend" } as const;

/** Changes that need more than the update permission. */
export const retailerDecisions: Decisions = {
  resource: "retailers",
  fields: {
    commissionBps: "retailers.setTerms",
    settlementTermsDays: "retailers.setTerms",
    riskFlags: "retailers.assessRisk",
  },
  // They decide which rules apply: those of its type, its chain and its market.
  fieldsOnceDecided: {
    retailerTypeId: "retailers.classify",
    parentId: "retailers.classify",
    country: "retailers.classify",
  },
  undecided: ["draft", "changes_requested"],
  transitions: { approve: "retailers.approve", reject: "retailers.approve", ask_changes: "retailers.approve" },
  lift: retailerStatusPermissions.lift,
};

export const Transition = z.object({
  to: RetailerStatus,
  isAllowed: z.boolean(),
  needsReason: z.boolean(),
  /** Empty when it is allowed. */
  blockers: z.array(z.enum(transitionBlockers)),
  /** Of the branches below it, those that may go along: that are active, that were suspended with it, or all open ones. */
  branchesCount: z.int(),
  /** It goes only with them: none may stay open below a closed one. */
  needsBranches: z.boolean(),
});
export type Transition = z.output<typeof Transition>;

const Named = z.object({ id: z.string(), code: z.string(), name: z.string() });

export const Retailer = z.object({
  id: z.string(),
  /** `RET-000123`, for people to read out. */
  code: z.string(),
  ...z.object(written).shape,
  type: z.object({
    ...Named.shape,
    nameI18n: z.record(z.string(), z.string()),
    kycLevel: z.enum(kycLevels),
    isOnline: z.boolean(),
  }),
  /** The chains above it, the nearest first, as far as the reader may see them. */
  chain: z.array(Named),
  depth: z.int(),
  branchesCount: z.int(),
  locationsCount: z.int(),
  contactsCount: z.int(),
  /** Of its primary location. */
  city: z.nullable(z.string()),
  status: RetailerStatus,
  /** Why it has this status. Always told when it is suspended, rejected or asked for changes. */
  statusReason: z.nullable(z.string()),
  kycStatus: z.enum(kycStatuses),
  kycExpiresOn: z.nullable(z.string()),
  kycReason: z.nullable(z.string()),
  /** Assigned products that have not ended, and those of them that are paused. */
  productsCount: z.int(),
  stoppedCount: z.int(),
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
  /** What may happen to it next, and what stands in the way. */
  allowedTransitions: z.array(Transition),
});
export type Retailer = z.output<typeof Retailer>;

/** A retailer as a list shows it. */
export const RetailerRow = z.object({
  ...z.pick(Retailer, {
    id: true,
    code: true,
    tradingName: true,
    tradingNameI18n: true,
    legalName: true,
    country: true,
    city: true,
    gln: true,
    logoFileId: true,
    status: true,
    kycStatus: true,
    productsCount: true,
    stoppedCount: true,
    locationsCount: true,
    version: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
  type: z.object({ ...Named.shape, nameI18n: z.record(z.string(), z.string()) }),
  /** Null as well where the reader may not see it. */
  parent: z.nullable(Named),
  /** When it, one of its parts or one of its assignments last changed. */
  lastActivityAt: z.string(),
  /** From the point of the filter `near`, to its nearest location. */
  distanceKm: z.nullable(z.number()),
});
export type RetailerRow = z.output<typeof RetailerRow>;

/** `distance` goes with the filter `near`. */
export const retailerSorts = ["name", "createdAt", "updatedAt", "code", "country", "city", "distance"] as const;

/** `51.5155,-0.0722,5`: latitude and longitude in degrees (WGS 84), and kilometres around. */
const nearPattern = /^\s*-?\d{1,2}(?:\.\d+)?\s*,\s*-?\d{1,3}(?:\.\d+)?\s*,\s*\d{1,5}(?:\.\d+)?\s*$/;
const near = z.string().check(
  z.maxLength(60),
  z.refine((text) => isNear(text), { error: "near" }),
);

/** Whether it is a point and a distance around it. */
export function isNear(text: string): boolean {
  if (!nearPattern.test(text)) return false;
  const [latitude = 91, longitude = 181, km = 0] = text.split(",").map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && km > 0 && km <= retailerLimits.nearKmMax;
}

export const retailerFilters = {
  ids: anyOf(fields.id()),
  retailerTypeId: anyOf(fields.id()),
  country: anyOf(fields.countryCode()),
  /** Spelled in any way that the search folds. */
  city: z.optional(fields.text({ min: 1, max: 120 })),
  kyc: anyOf(z.enum(kycStatuses)),
  /** Something that it sells is stopped for want of a certificate. */
  hasHalalIssue: z.optional(z.boolean()),
  hasNoProducts: z.optional(z.boolean()),
  /** Who sell a product of one of these brands. */
  brand: anyOf(fields.id()),
  near: z.optional(near),
  /** The branches below one. */
  below: z.optional(fields.id()),
};
/** Without it a list leaves closed and rejected retailers out. */
export const retailerStatusFilter = anyOf(RetailerStatus);
export const RetailerFilter = listFilter({ status: retailerStatusFilter, ...retailerFilters });
export type RetailerFilter = z.output<typeof RetailerFilter>;

/** What a file may hold of a retailer, in one line with its primary location. The import reads it back. */
export const retailerExportColumns = [
  "code",
  "tradingName",
  "tradingNameI18n",
  "legalName",
  "type",
  "parent",
  "country",
  "timezone",
  "defaultLanguage",
  "defaultCurrency",
  "registrationNo",
  "registrationCountry",
  "taxNo",
  "gln",
  "website",
  "social",
  "commissionBps",
  "settlementTermsDays",
  "posIntegration",
  "visibility",
  "city",
  "status",
  "statusReason",
  "kycStatus",
  "productsCount",
  "stoppedCount",
  "locationsCount",
  "distanceKm",
  "lastActivityAt",
  "createdAt",
  "updatedAt",
] as const;
export type RetailerExportColumn = (typeof retailerExportColumns)[number];

/** Whether the branches of `Transition.branchesCount` go along. */
export const withBranches = { withBranches: z.optional(z.boolean()) };

/** What a step would bring about elsewhere, and which branches may go along with it. */
export const StepImpact = z.object({
  ...Impact.shape,
  branches: z.object({
    count: z.int(),
    /** The first by name. */
    first: z.array(z.object({ ...Named.shape, nameI18n: z.record(z.string(), z.string()) })),
    /** Those that would go along but for something that is missing. */
    blocked: z.int(),
  }),
});
export type StepImpact = z.output<typeof StepImpact>;

export const statusChange = {
  to: RetailerStatus,
  /** Needed when a retailer is suspended, rejected or asked for changes. */
  reason: z.optional(fields.text({ max: retailerLimits.statusReasonMax, multiline: true })),
};

export const retailerRefusals = refusals({
  duplicate_gln: { status: 409, message: "Another retailer already has this GLN." },
  duplicate_registration: { status: 409, message: "Another retailer is already registered under this number." },
  retailer_id_taken: { status: 409, message: "Another record already has this id." },
  retailer_step_invalid: { status: 409, message: "A retailer that is {from} cannot become {to}." },
  retailer_step_blocked: { status: 409, message: "Something is missing before this retailer can become {to}." },
  own_risk: { status: 409, message: "You submitted this retailer, so someone else removes its risk flags." },
  only_draft_retailers_deleted: { status: 409, message: "Only a draft can be deleted. This one can be closed." },
  retailer_in_use: { status: 409, message: "Other records refer to this retailer." },
  type_not_available: { status: 422, message: "This type is archived, or not there any more." },
  parent_not_found: { status: 422, message: "The chain is not there, or not yours to see." },
  chain_cycle: { status: 409, message: "A retailer cannot be a branch of itself or of what is below it." },
  chain_too_deep: { status: 409, message: "A chain has three levels at most." },
});
/** The details of `duplicate_gln` and `duplicate_registration`. `other` is null when the person may not see it. */
export type DuplicateDetails = { readonly other: { id: string; code: string; name: string } | null };

/** The details of `version_conflict`. */
export type RetailerConflict = {
  readonly current: Retailer;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};
