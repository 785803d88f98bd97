import { lifecycle } from "#base/records/lifecycle.ts";

type Facts = Readonly<
  Record<"country" | "contactEmail" | "contactPhone" | "defaultCurrency", string | null> & { status: string }
>;
type Missing = "country_missing" | "contact_missing" | "currency_missing";

const suspend = {
  to: "suspended",
  needsReason: true,
  event: "brand.suspended",
  hasImpact: true,
  canLock: true,
} as const;
const archive = { to: "archived", event: "brand.archived", hasImpact: true } as const;

/**
 * The lifecycle of a brand (domain 1.4; README.md draws it). Archived is final; its name can be used for a new brand.
 */
export const brandLifecycle = lifecycle<Facts>({ blockers })({
  draft: { submit: { to: "submitted", canUndo: true } },
  submitted: {
    approve: { to: "active", event: "brand.activated", decision: "approve" },
    reject: { to: "rejected", needsReason: true, decision: "reject" },
  },
  active: { suspend, archive },
  suspended: { reactivate: { to: "active", event: "brand.activated" }, archive },
  rejected: { reopen: "draft", archive },
  archived: {},
});

function blockers(brand: Facts, to: string): (Missing | "suspend_first")[] {
  // A brand that consumers see is archived in two transitions, the first with a reason.
  if (brand.status === "active" && to === "archived") return ["suspend_first"];
  return missingFor(to, brand);
}

/** What a brand must have in this status. A constraint of the table enforces the same. */
export function missingFor(status: string, brand: Omit<Facts, "status">): Missing[] {
  if (status !== "submitted" && status !== "active") return [];
  return [
    ...(brand.country === null ? (["country_missing"] as const) : []),
    ...(brand.contactEmail === null && brand.contactPhone === null ? (["contact_missing"] as const) : []),
    // Its cashback is booked in this currency.
    ...(status === "active" && brand.defaultCurrency === null ? (["currency_missing"] as const) : []),
  ];
}

/** Only drafts can be deleted. All others are archived. */
export const isDeletable = ({ status }: { readonly status: string }) => status === "draft";
