import { writeAmount } from "#base/writeAmount.ts";

/** Prices and orders of the shop have one currency, as spec 001 names none. Its minor unit has two digits. */
export const shopCurrency = "USD";

/** The only rounding of money in the shop: half is rounded up. Exact for the amounts that a product may have. */
const roundedQuotient = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** The price with tax. The column `price_incl_minor` is computed in the same way. */
export const priceWithTax = (exclMinor: number, taxRateBps: number): number =>
  roundedQuotient(exclMinor * (10_000 + taxRateBps), 10_000);

/** The price without tax for a price that was entered with it. */
export const priceWithoutTax = (inclMinor: number, taxRateBps: number): number =>
  roundedQuotient(inclMinor * 10_000, 10_000 + taxRateBps);

/** A number of spec 001, such as 12.5, in minor units. */
export const minorOf = (amount: number): number => roundedQuotient(Math.round(amount * 10_000), 100);

/** Minor units as a number of spec 001. */
export const numberOf = (minor: number): number => minor / 100;

/** Minor units as a text of spec 001, always with two decimals. */
export const decimalText = (minor: number): string => writeAmount(minor, 2).replaceAll(",", "");

/** Quantities as the original marks them (wire-facts): few, some, enough. */
export const stockLevel = (quantity: number): "low" | "medium" | "high" =>
  quantity <= 5 ? "low" : quantity <= 25 ? "medium" : "high";

/** The state of the certificate that a product needs. */
export const certificateStates = ["not_needed", "valid", "missing"] as const;
export type CertificateState = (typeof certificateStates)[number];

export const paymentMethods = ["credit_card", "check", "paypal", "bank_wire"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** Spec 001 §3, to the letter. */
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  credit_card: "Credit Card",
  check: "Check",
  paypal: "PayPal",
  bank_wire: "Bank-wire",
};

/** Spec 001 §3, to the letter. */
export const carriers = ["TNT", "USPS", "FedEx"] as const;
export type Carrier = (typeof carriers)[number];
