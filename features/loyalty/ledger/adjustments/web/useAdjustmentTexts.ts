import type { AccountPurpose, AdjustmentStatus, OwnerKind } from "#features/loyalty/ledger/contract/accounts.ts";
import type { Tone } from "#web/ui/StatusBadge.tsx";

// Not hooks themselves: what the list, the form and the page share.

export const adjustmentTones: Readonly<Record<AdjustmentStatus, Tone>> = {
  pending_approval: "warn",
  approved: "ok",
  rejected: "error",
  withdrawn: "mute",
};

/**
 * The accounts that can be adjusted by hand, as `requireAdjustable` of the API. Those of members aren't: their balances
 * consist of cashback, which has its own ways back.
 */
export const adjustablePurposes = {
  brand: ["funding"],
  retailer: ["settlement"],
  platform: ["bank", "paypal_cash", "adjustments", "promotions", "payout_fees", "breakage", "charity"],
} as const satisfies Partial<Record<OwnerKind, readonly AccountPurpose[]>>;

export type AdjustableOwner = keyof typeof adjustablePurposes;
