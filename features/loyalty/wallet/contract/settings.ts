import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";

export const decimalSigns = [".", ","] as const;
export const expiryDestinations = ["breakage", "charity"] as const;

const values = {
  /** Of the payout file when none is named. */
  platformCurrency: fields.currencyCode(),
  /** The smallest payout by currency, in minor units. Others have no minimum. */
  payoutMinimums: z.record(fields.currencyCode(), z.int().check(z.minimum(1), z.maximum(1_000_000_000))),
  /** The decimal sign of the country of the PayPal account. */
  paypalDecimal: z.enum(decimalSigns),
  /** In every row of the payout file. */
  payoutNote: fields.text({ max: 400 }),
  /** Days after which available cashback expires; null: never. */
  expiryDays: z.nullable(z.int().check(z.minimum(30), z.maximum(3650))),
  expiryDestination: z.enum(expiryDestinations),
};

export const LoyaltySettings = z.object({ ...values, version: z.int(), updatedAt: z.string() });
export type LoyaltySettings = z.output<typeof LoyaltySettings>;

export const loyaltySettings = {
  get: operation({
    method: "GET",
    path: "/api/v1/loyalty-settings",
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
