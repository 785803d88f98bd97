import { fullStanding, type Standing, standingBlockersOf } from "#base/decisions.ts";
import type { FieldError } from "#base/refusal.ts";
import type { Brand, BrandInput } from "#features/brands/contract.ts";
import type { BrandStatus, Transition, transitionBlockers } from "#features/brands/contract/statuses.ts";
import type { BrandFigures } from "#features/brands/contract/figures.ts";

type Blocker = (typeof transitionBlockers)[number];

/** A brand of which only the name is missing. */
export const emptyBrand: BrandInput = {
  name: "",
  nameI18n: {},
  alternativeNames: [],
  slug: null,
  legalEntityName: null,
  registrationNo: null,
  country: null,
  website: null,
  social: {},
  story: null,
  storyI18n: {},
  foundedYear: null,
  gs1CompanyPrefix: null,
  wikidataId: null,
  isMuslimOwned: "undeclared",
  defaultCurrency: null,
  lowBalanceAlertMinor: null,
  monthlyBudgetMinor: null,
  pendingDays: null,
  cashbackBps: null,
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  logoFileId: null,
  logoAlt: null,
  logoAltI18n: {},
};

/** What people fill in, of all that a brand is. */
export const brandInputOf = (brand: BrandInput | Brand): BrandInput =>
  Object.fromEntries(Object.keys(emptyBrand).map((name) => [name, brand[name as keyof BrandInput]])) as BrandInput;

/** What a brand is not before it is made, nor after it is deleted: its audit entries tell what was filled in, or lost. */
export const noBrand = { ...emptyBrand, name: null };

/** What may follow each status (domain 1.4). An archived brand stays archived; its name is free for a new one. */
const followers: Readonly<Record<BrandStatus, readonly BrandStatus[]>> = {
  draft: ["submitted"],
  submitted: ["active", "rejected"],
  active: ["suspended", "archived"],
  suspended: ["active", "archived"],
  rejected: ["draft", "archived"],
  archived: [],
};

/** What a step is called: on its button, and in the audit log. */
export const brandVerbs = ["submit", "approve", "reject", "suspend", "reactivate", "reopen", "archive"] as const;
export type BrandVerb = (typeof brandVerbs)[number];

export function verbOf(from: BrandStatus, to: BrandStatus): BrandVerb {
  if (to === "active") return from === "suspended" ? "reactivate" : "approve";
  return verbsByStatus[to];
}

const verbsByStatus = {
  draft: "reopen",
  submitted: "submit",
  suspended: "suspend",
  rejected: "reject",
  archived: "archive",
} as const;

export const needsReason = (to: BrandStatus) => to === "suspended" || to === "rejected";
/** Whether what rests on a brand feels the step: it is shown what follows before it is taken. */
export const isFelt = (to: BrandStatus) => to === "suspended" || to === "archived";

type Judged = Pick<Brand, "status" | "country" | "contactEmail" | "contactPhone" | "defaultCurrency"> & {
  /** Defaults to false. */
  readonly isStatusLocked?: boolean;
};

/** The steps a brand may take next, and what stands in the way of those it may not take yet. */
export function allowedTransitions(brand: Judged, standing: Standing = fullStanding): Transition[] {
  return followers[brand.status].map((to) => {
    const blockers = [...blockersOf(brand, to), ...standingBlockersFor(brand, to, standing)];
    return { to, isAllowed: blockers.length === 0, needsReason: needsReason(to), blockers };
  });
}

/** Null when the brand's status never leads there. */
export const transitionTo = (brand: Judged, to: BrandStatus, standing?: Standing): Transition | null =>
  allowedTransitions(brand, standing).find((transition) => transition.to === to) ?? null;

const standingBlockersFor = ({ status, isStatusLocked = false }: Judged, to: BrandStatus, standing: Standing) =>
  standingBlockersOf(standing, {
    isDecision: status === "submitted",
    isApproval: status === "submitted" && to === "active",
    isLocked: isStatusLocked,
  });

function blockersOf(brand: Judged, to: BrandStatus): Blocker[] {
  // Whoever archives a brand that consumers see does it in two steps, the first with a reason.
  if (brand.status === "active" && to === "archived") return ["suspend_first"];
  return missingFor(to, brand);
}

/** What a brand must have while it has this status. A constraint of the table says the same. */
function missingFor(status: BrandStatus, brand: Omit<Judged, "status" | "isStatusLocked">): Blocker[] {
  if (status !== "submitted" && status !== "active") return [];
  const missing: Blocker[] = [];
  if (brand.country === null) missing.push("country_missing");
  if (brand.contactEmail === null && brand.contactPhone === null) missing.push("contact_missing");
  // Its cashback is booked in this currency.
  if (status === "active" && brand.defaultCurrency === null) missing.push("currency_missing");
  return missing;
}

const fieldsOfBlockers: Partial<Record<Blocker, keyof BrandInput>> = {
  country_missing: "country",
  contact_missing: "contactEmail",
  currency_missing: "defaultCurrency",
};

/** What no single field can tell: both sides ask this of the brand as it would be. */
export function brandErrors(brand: BrandInput, status: BrandStatus = "draft"): FieldError[] {
  const errors: FieldError[] = missingFor(status, brand).map((blocker) => ({
    path: fieldsOfBlockers[blocker]!,
    code: blocker,
    message: `A brand that is ${status} must keep this.`,
    params: { status },
  }));
  if (brand.defaultCurrency === null) {
    for (const path of ["lowBalanceAlertMinor", "monthlyBudgetMinor"] as const) {
      if (brand[path] === null) continue;
      errors.push({ path, code: "amount_without_currency", message: "Choose the brand's currency first." });
    }
  }
  return errors;
}

/** Only what nobody has acted on yet may vanish; all else is archived. */
export const isDeletable = (brand: Pick<Brand, "status">) => brand.status === "draft";

/** Of one, how much of what a brand has published and needs a certificate has one; null where it has published no such thing. */
export const certifiedPart = ({ certifiable, certified }: Pick<BrandFigures, "certifiable" | "certified">) =>
  certifiable === 0 ? null : certified / certifiable;
