import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { methodCoolDownHours } from "#features/loyalty/wallet/rules/payouts.ts";

/** Days, in which what is available expires. */
export const expiryDaysLimits = { min: 30, max: 3650 } as const;
export const payoutMinimumMax = 1_000_000_000;
export const payoutNoteMax = 400;

export const decimalSigns = [".", ","] as const;
export const expiryDestinations = ["breakage", "charity"] as const;

const values = {
  /** Of the payout file when none is named. */
  platformCurrency: fields.currencyCode(),
  /** The smallest payout by currency, in minor units. Others have no minimum. */
  payoutMinimums: z.record(fields.currencyCode(), z.int().check(z.minimum(1), z.maximum(payoutMinimumMax))),
  /** The decimal sign of the country of the PayPal account. */
  paypalDecimal: z.enum(decimalSigns),
  /** In every row of the payout file. */
  payoutNote: fields.text({ max: payoutNoteMax }),
  /** Days after which available cashback expires; null: never. */
  expiryDays: z.nullable(z.int().check(z.minimum(expiryDaysLimits.min), z.maximum(expiryDaysLimits.max))),
  expiryDestination: z.enum(expiryDestinations),
  /** Hours before a new payout method is used, so that a stolen account isn’t paid out before its member is told. */
  methodCoolDownHours: z.int().check(z.minimum(methodCoolDownHours.min), z.maximum(methodCoolDownHours.max)),
};

export const LoyaltySettings = z.object({ ...values, version: z.int(), updatedAt: z.string() });
export type LoyaltySettings = z.output<typeof LoyaltySettings>;

export const loyaltySettings = {
  get: operation({
    method: "GET",
    path: "/api/v1/loyalty-settings",
    reads: [{ resource: "loyaltySettings" }],
    permission: "loyaltySettings.read",
    summary: "Get the settings of cashback and payouts",
    input: z.strictObject({}),
    output: LoyaltySettings,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/loyalty-settings",
    permission: "loyaltySettings.update",
    summary: "Update the settings of cashback and payouts. Cashback that is available keeps its expiry",
    isDangerous: true,
    versioned: true,
    input: z.strictObject({ version: fields.version(), ...z.partial(z.strictObject(values)).shape }),
    output: LoyaltySettings,
  }),
};
