import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { cashbackRefusals } from "#features/loyalty/wallet/contract/cashback.ts";

export const fundingLimits = { amountMinor: 1_000_000_000_000, reference: 200 } as const;

export const fundingRefusals = refusals({
  top_up_id_taken: { status: 409, message: "A top-up with this ID already exists." },
  funding_limit_below_used: { status: 409, message: "The brand already uses more than this limit." },
});

const amount = () => z.int().check(z.minimum(0), z.maximum(fundingLimits.amountMinor));

export const fundingPolicies = ["postpaid", "prepaid"] as const;

export const BrandFunding = z.object({
  currency: z.string(),
  exponent: z.int(),
  balanceMinor: z.int(),
  policy: z.enum(fundingPolicies),
  /** How far the balance may go below zero. 0 for prepaid. */
  limitMinor: z.int(),
  /** Warns below this; null: no warning. */
  lowBalanceMinor: z.nullable(z.int()),
  isLow: z.boolean(),
  /** What cashback and discounts cost in the last 30 days, less what came back. */
  spent30Minor: z.int(),
  /** Days that what is left lasts at that rate; null without spending. */
  runwayDays: z.nullable(z.int()),
  version: z.int(),
});
export type BrandFunding = z.output<typeof BrandFunding>;

const FundingDay = z.object({ day: z.string(), currency: z.string(), topUpMinor: z.int(), spentMinor: z.int() });

const Funding = z.object({
  brandId: z.string(),
  brand: z.string(),
  accounts: z.array(BrandFunding),
  days: z.array(FundingDay),
});
export type Funding = z.output<typeof Funding>;

export const funding = {
  get: operation({
    method: "GET",
    path: "/api/v1/brands/{id}/funding",
    reads: [
      { resource: "funding", id: "id" },
      { resource: "brands", id: "id" },
    ],
    permission: "funding.read",
    summary: "Balances of a brand’s funding with their runway, and the last 30 days",
    input: z.strictObject({ id: fields.id() }),
    output: Funding,
    refusals: [commonRefusals.not_found],
  }),
  topUp: operation({
    method: "POST",
    path: "/api/v1/brands/{id}/top-ups",
    permission: "funding.topUp",
    summary: "Record money received from a brand (idempotent: the client supplies the ID)",
    isDangerous: true,
    input: z.strictObject({
      id: fields.id(),
      topUpId: fields.id(),
      currency: fields.currencyCode(),
      amountMinor: amount().check(z.minimum(1)),
      /** The bank’s reference or the invoice. */
      reference: fields.text({ min: 1, max: fundingLimits.reference }),
    }),
    output: Funding,
    refusals: [fundingRefusals.top_up_id_taken, cashbackRefusals.amount_too_large, commonRefusals.not_found],
  }),
  updateAgreement: operation({
    method: "PUT",
    path: "/api/v1/brands/{id}/funding/{currency}",
    permission: "funding.update",
    summary: "Agree whether a brand pays in advance, how far its balance may go below zero, and when to warn",
    isDangerous: true,
    input: z
      .strictObject({
        id: fields.id(),
        currency: fields.currencyCode(),
        policy: z.enum(fundingPolicies),
        limitMinor: amount(),
        lowBalanceMinor: z.nullable(amount()),
      })
      .check(
        z.refine(({ policy, limitMinor }) => policy === "postpaid" || limitMinor === 0, {
          path: ["limitMinor"],
          error: "prepaid_without_limit",
        }),
      ),
    output: Funding,
    refusals: [fundingRefusals.funding_limit_below_used, commonRefusals.not_found],
  }),
};
