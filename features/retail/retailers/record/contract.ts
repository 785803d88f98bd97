import * as z from "zod/mini";
import { type Decisions, decisionBlockers } from "#base/decisions.ts";
import * as schemas from "#base/fields.ts";
import { Impact } from "#base/impact.ts";
import { refusals } from "#base/refusal.ts";
import { retailerLimits } from "#features/retail/retailers/record/fields.ts";

// What other areas and the parts of a retailer need of its record. The operations are in contract.ts.

/**
 * Spelled out, so that a list of retailers need not load the lifecycle. Statuses that differ from those of lifecycle.ts do
 * not compile (`retailerTransitions`).
 */
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

/** Nothing about it changes any more. */
export const isFinal = (status: string) => status === "closed" || status === "rejected";

/** The results of checking who a retailer is. The day turns `verified` into `expired` (`kycStatusOn`). */
export const kycStatuses = ["not_started", "in_review", "verified", "rejected", "expired"] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** The tone of each status, here and wherever other areas show retailers. */
export const retailerTones = {
  draft: "mute",
  submitted: "info",
  changes_requested: "warn",
  active: "ok",
  suspended: "warn",
  rejected: "error",
  closed: "mute",
} as const satisfies Record<RetailerStatus, string>;

/** Why a transition is not possible yet. */
export const transitionBlockers = [
  "country_missing",
  "timezone_missing",
  "location_missing",
  "contact_missing",
  "kyc_missing",
  "kyc_expired",
  "branches_open",
  ...decisionBlockers,
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
  /** How many branches may go along: those that are active, that were suspended with it, or all open ones. */
  branchesCount: z.int(),
  /** It is only possible with them: none may stay open below a closed one. */
  needsBranches: z.boolean(),
});
export type Transition = z.output<typeof Transition>;

export const Named = z.object({ id: z.string(), code: z.string(), name: z.string() });
const NamedInLanguages = z.object({ ...Named.shape, nameI18n: z.record(z.string(), z.string()) });

/** `51.5155,-0.0722,5`: latitude and longitude in degrees (WGS 84), and kilometres around. */
const nearPattern = /^\s*-?\d{1,2}(?:\.\d+)?\s*,\s*-?\d{1,3}(?:\.\d+)?\s*,\s*\d{1,5}(?:\.\d+)?\s*$/;
export const near = z.string().check(
  z.maxLength(60),
  z.refine((text) => isNear(text), { error: "near" }),
);

/** Whether it is a point and a distance around it. */
export function isNear(text: string): boolean {
  if (!nearPattern.test(text)) return false;
  const [latitude = 91, longitude = 181, km = 0] = text.split(",").map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && km > 0 && km <= retailerLimits.nearKmMax;
}

/** Whether the branches of `Transition.branchesCount` go along. */
export const withBranches = { withBranches: z.optional(z.boolean()) };

/** The impact of a transition elsewhere, and which branches may go along with it. */
export const TransitionImpact = z.object({
  ...Impact.shape,
  branches: z.object({
    count: z.int(),
    /** The first by name. */
    first: z.array(NamedInLanguages),
    /** Those that cannot go along because something is missing. */
    blocked: z.int(),
  }),
});
export type TransitionImpact = z.output<typeof TransitionImpact>;

export const statusChange = {
  to: RetailerStatus,
  /** Needed when a retailer is suspended, rejected or asked for changes. */
  reason: z.optional(schemas.text({ max: retailerLimits.statusReasonMax, multiline: true })),
};

export const retailerRefusals = refusals({
  duplicate_gln: { status: 409, message: "Another retailer already has this GLN." },
  duplicate_registration: { status: 409, message: "Another retailer is already registered under this number." },
  retailer_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  retailer_step_invalid: { status: 409, message: "A retailer can’t change from {from} to {to}." },
  retailer_step_blocked: { status: 409, message: "The retailer is missing information required for status {to}." },
  own_risk: { status: 409, message: "You submitted this retailer, so someone else must remove its risk flags." },
  only_draft_retailers_deleted: { status: 409, message: "Only drafts can be deleted. Close this one instead." },
  retailer_in_use: { status: 409, message: "Other records use this retailer, so it can’t be deleted." },
  type_not_available: { status: 422, message: "This type is archived or no longer exists." },
  parent_not_found: { status: 422, message: "The chain doesn’t exist, is closed, or you don’t have access to it." },
  chain_cycle: { status: 409, message: "A retailer can’t be a branch of itself or of its own branches." },
  chain_too_deep: { status: 409, message: "A chain can have up to three levels." },
});
/** The details of `duplicate_gln` and `duplicate_registration`. `other` is null when the person may not see it. */
export type DuplicateDetails = { readonly other: { id: string; code: string; name: string } | null };
