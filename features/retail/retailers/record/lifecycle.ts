import { lifecycle } from "#base/records/lifecycle.ts";
import { isEnoughKyc, type KycLevel } from "#features/retail/retailer-types/contract/kyc.ts";
import type { KycStatus, RetailerStatus } from "#features/retail/retailers/record/contract.ts";

/** How many retailers below one have each status. It does not count itself. */
export type Branches = {
  readonly open: number;
  readonly active: number;
  readonly suspended: number;
  /** Suspended together with it. */
  readonly broughtDown: number;
};
export const noBranches: Branches = { open: 0, active: 0, suspended: 0, broughtDown: 0 };

/** What a transition asks of a retailer, and of its type. */
export type Facts = {
  readonly country: string | null;
  readonly timezone: string | null;
  readonly locationsCount: number;
  readonly contactsCount: number;
  /** As it is on the day of the transition. */
  readonly kycStatus: KycStatus;
  readonly kycLevel: KycLevel | null;
  readonly branches: Branches;
  readonly type: { readonly isOnline: boolean; readonly kycLevel: KycLevel };
};

type Blocker =
  | "country_missing"
  | "timezone_missing"
  | "location_missing"
  | "contact_missing"
  | "kyc_missing"
  | "kyc_expired"
  | "branches_open";

const submit = { to: "submitted", canUndo: true } as const;

/** The life of a retailer (domain 1.2; README.md draws it). A rejected one tries again as a copy. */
export const retailerLifecycle = lifecycle<Facts>({ blockers })({
  draft: { submit },
  submitted: {
    approve: { to: "active", event: "retailer.activated", decision: "approve" },
    ask_changes: { to: "changes_requested", needsReason: true, decision: "reject" },
    reject: { to: "rejected", needsReason: true, decision: "reject" },
  },
  changes_requested: { submit },
  active: {
    suspend: { to: "suspended", needsReason: true, event: "retailer.suspended", hasImpact: true, canLock: true },
  },
  suspended: {
    reactivate: { to: "active", event: "retailer.activated" },
    close: { to: "closed", event: "retailer.closed", hasImpact: true },
  },
  rejected: {},
  closed: {},
});
export type RetailerAction = NonNullable<ReturnType<typeof retailerLifecycle.find>>["action"];

/** The action that leads from one status to another. */
export function actionTo(from: string, to: RetailerStatus): RetailerAction {
  if (to === "active") return from === "suspended" ? "reactivate" : "approve";
  return retailerLifecycle.into(to)[0]!.action;
}

function blockers(retailer: Facts, to: string): Blocker[] {
  if (to === "closed") return retailer.branches.open > retailer.branches.suspended ? ["branches_open"] : [];
  if (to !== "submitted" && to !== "active") return [];
  const missing: Blocker[] = [];
  if (retailer.country === null) missing.push("country_missing");
  if (retailer.timezone === null) missing.push("timezone_missing");
  if (retailer.locationsCount === 0 && !retailer.type.isOnline) missing.push("location_missing");
  if (retailer.contactsCount === 0) missing.push("contact_missing");
  if (to === "active" && !isVerified(retailer))
    missing.push(retailer.kycStatus === "expired" ? "kyc_expired" : "kyc_missing");
  return missing;
}

const isVerified = ({ kycStatus, kycLevel, type }: Facts) =>
  type.kycLevel === "none" || (kycStatus === "verified" && isEnoughKyc(kycLevel, type.kycLevel));

/** Only drafts can be deleted. All others are closed. */
export const isDeletable = ({ status }: { readonly status: string }) => status === "draft";

/** How many branches go along with a transition: active ones down, those brought down up, or all open ones. */
export function branchesAlong({ status, branches }: { status: string; branches: Branches }, to: string): number {
  if (to === "suspended") return branches.active;
  if (to === "active") return status === "suspended" ? branches.broughtDown : 0;
  return to === "closed" && branches.suspended === branches.open ? branches.open : 0;
}
