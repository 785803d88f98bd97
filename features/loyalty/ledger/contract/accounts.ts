import * as z from "zod/mini";
import { refusals } from "#base/refusal.ts";

export const ownerKinds = ["member", "brand", "retailer", "platform"] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/** What an account is for, in the order of locks. Members have the first four. */
export const accountPurposes = [
  "pending",
  "available",
  "held",
  "owed",
  "funding",
  "promotions",
  "settlement",
  "payout_clearing",
  "payout_fees",
  "breakage",
  "charity",
  "adjustments",
  "transit",
  "paypal_cash",
  "bank",
] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

export const accountStatuses = ["open", "frozen", "closed"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const holdStatuses = ["open", "captured", "released", "expired"] as const;
export type HoldStatus = (typeof holdStatuses)[number];

export const adjustmentStatuses = ["pending_approval", "approved", "rejected", "withdrawn"] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];

/** One of the accounts of an owner: members have one per currency and purpose, all others 64 that share the balance. */
export const AccountReference = z.object({
  id: z.string(),
  ownerKind: z.enum(ownerKinds),
  /** Null: the platform; or an account that the reader may not see. */
  ownerId: z.nullable(z.string()),
  /** Of brands and retailers. Members are shown by their id alone. */
  ownerName: z.nullable(z.string()),
  purpose: z.enum(accountPurposes),
});
export type AccountReference = z.output<typeof AccountReference>;

/** What the statements of the ledger refuse. */
export const ledgerRefusals = refusals({
  insufficient_funds: { status: 422, message: "The account doesn’t have this amount." },
  account_frozen: { status: 422, message: "The account is frozen." },
  account_closed: { status: 422, message: "The account is closed." },
  amount_too_large: { status: 422, message: "The amount is too large." },
  exceeds_owed: { status: 422, message: "This is more than the member owes." },
  already_reversed: { status: 409, message: "This transaction has already been reversed." },
  not_reversible: { status: 422, message: "This transaction can’t be reversed by hand." },
  limit_below_used: { status: 422, message: "The limit is below what is used." },
  dedupe_key_reused: { status: 409, message: "Another transaction already has this key." },
  hold_ended: { status: 410, message: "This hold has ended." },
});
export type LedgerRefusal = keyof typeof ledgerRefusals;
