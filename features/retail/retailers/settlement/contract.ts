import * as z from "zod/mini";
import { PendingApproval } from "#base/approvals.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

export const settlementMethods = ["bank", "paypal"] as const;

export const settlementLimits = { holderMin: 2, holderMax: 160, accountMax: 34 } as const;

/** The payout account, as shown to every user who may see the retailer. */
export const Settlement = z.object({
  method: z.enum(settlementMethods),
  holder: z.string(),
  /** The last four characters: `•••• 1332`, `a•••@example.com`. */
  masked: z.string(),
  changedAt: fields.instant(),
});
export type Settlement = z.output<typeof Settlement>;

const written = {
  method: z.enum(settlementMethods),
  holder: fields.text({ min: settlementLimits.holderMin, max: settlementLimits.holderMax }),
  /** An IBAN, or in countries without one the account number with the bank's code. For PayPal the email address. */
  account: z.string().check(z.trim(), z.minLength(4), z.maxLength(254)),
};
export const SettlementInput = z.strictObject(written);
export type SettlementInput = z.output<typeof SettlementInput>;

export const settlementRefusals = refusals({
  settlement_unknown: { status: 404, message: "This retailer has no payout account yet." },
  /** The draft that waited for approval has been deleted. */
  settlement_draft_gone: { status: 409, message: "The payout details you entered have expired. Enter them again." },
});

const retailer = { id: fields.id() };

export const retailerSettlement = {
  read: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/settlement",
    reads: [{ resource: "retailers", id: "id" }],
    permission: "retailers.read",
    summary: "Get the masked payout account of a retailer",
    input: z.strictObject(retailer),
    output: z.object({ settlement: z.nullable(Settlement), version: z.int() }),
    refusals: [commonRefusals.not_found],
  }),
  reveal: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/settlement/account",
    permission: "retailers.viewPii",
    summary: "Reveal the full payout account. Each access is recorded in the audit log",
    readsPersonalData: true,
    isDangerous: true,
    input: z.strictObject(retailer),
    output: z.object({ account: z.string() }),
    refusals: [commonRefusals.not_found, settlementRefusals.settlement_unknown],
  }),
  /** Encrypts the entered account. It changes nothing yet: `change` refers to it. */
  draft: operation({
    method: "PUT",
    path: "/api/v1/retailers/{id}/settlement/drafts/{draftId}",
    permission: "retailers.settle",
    summary: "Enter a payout account. It is stored encrypted and applies only once it is confirmed",
    isDangerous: true,
    input: z.strictObject({ ...retailer, draftId: fields.id(), ...written }),
    output: z.object({ draftId: z.string(), masked: z.string() }),
    refusals: [commonRefusals.not_found],
  }),
  change: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/settlement",
    permission: "retailers.settle",
    summary: "Change the payout account to the one entered. Needs a second person’s approval if there is one",
    isDangerous: true,
    input: z.strictObject({ ...retailer, version: fields.version(), draftId: fields.id() }),
    output: z.union([Settlement, PendingApproval]),
    versioned: true,
    refusals: [commonRefusals.not_found, settlementRefusals.settlement_draft_gone],
  }),
};
