import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { kycLevels } from "#features/retail/retailer-types/contract/kyc.ts";

/** Where retailers of the type sell. A retailer that only sells online needs no location. */
export const channels = ["physical", "online", "both"] as const;
/** What must be certified before a product earns cashback at a retailer of the type. */
export const certificatePolicies = ["none", "warn", "require_product", "require_premise", "require_both"] as const;
// biome-ignore format: a table
export const typeIcons = ["store", "butcher", "restaurant", "cafe", "bakery", "pharmacy", "cosmetics", "fashion", "travel", "online"] as const;
export type TypeIcon = (typeof typeIcons)[number];

/** The fields of the form. */
export const typeFields = fields(
  {
    code: field.code(/^[A-Z][A-Z0-9_]{1,31}$/, { error: "type_code" }),
    name: field.text({ required: true, min: 2, max: 80 }),
    nameI18n: field.translations("name", { max: 80 }),
    description: field.text({ isLong: true, max: 2000 }),
    icon: field.choice(typeIcons),
    channel: field.choice(channels, { initial: "physical" }),
    certificatePolicy: field.choice(certificatePolicies, { initial: "require_product" }),
    /** Meat needs a certificate that states how it was slaughtered and stunned. */
    needsSlaughterPolicy: field.flag({ initial: false }),
    kycLevel: field.choice(kycLevels, { initial: "basic" }),
    /** The return window. */
    pendingDays: field.integer({ initial: 14, max: 120 }),
    defaultCashbackBps: field.percent({ initial: 0 }),
    maxCashbackBps: field.percent({ initial: 1000 }),
    /** Types are listed in this order, then by name. */
    position: field.integer({ initial: 0, max: 10_000 }),
  },
  {
    errorsOf: ({ defaultCashbackBps, maxCashbackBps }) =>
      defaultCashbackBps <= maxCashbackBps
        ? []
        : [{ path: "defaultCashbackBps", code: "above_maximum", message: "Can’t exceed the maximum cashback." }],
  },
);

export interface RetailerTypeInput extends ValuesOf<typeof typeFields> {}
