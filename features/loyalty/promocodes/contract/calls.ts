import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { gtin } from "#base/gtinField.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { stackedMax } from "#features/loyalty/promocodes/rules/evaluate.ts";
import { checkNames, stackingConflicts } from "#features/loyalty/promocodes/rules/facts.ts";

// What tills, shops and apps call with an API key. Amounts are in minor units of the order's currency.

export const callLimits = {
  lines: 200,
  quantity: 100_000,
  unitMinor: 1_000_000_000_000,
  orderRef: 200,
  codeLength: 100,
  reason: 500,
  /** How long a reservation lasts. */
  reservedMinutes: { usual: 15, max: 24 * 60 },
} as const;

const lineNumber = () => z.int().check(z.minimum(1), z.maximum(callLimits.lines));
const quantity = () => z.int().check(z.minimum(1), z.maximum(callLimits.quantity));
const orderRef = fields.text({ min: 1, max: callLimits.orderRef });

export const Line = z
  .strictObject({
    /** The product by its id or its barcode number. A line with neither counts towards the total only. */
    productId: z.optional(fields.id()),
    gtin: z.optional(gtin()),
    quantity: quantity(),
    /** The price of one, before discounts. */
    unitMinor: z.int().check(z.minimum(0), z.maximum(callLimits.unitMinor)),
  })
  .check(
    z.refine(({ productId, gtin: code }) => productId === undefined || code === undefined, { error: "one_of_two" }),
  );

export const enteredCodes = (max: number) =>
  z._default(z.array(z.string().check(z.minLength(1), z.maxLength(callLimits.codeLength))).check(z.maxLength(max)), []);

export const called = {
  /** As they were entered: case, spaces, O and 0, and digits of other scripts make no difference. */
  codes: enteredCodes(stackedMax),
  memberId: z._default(z.nullable(fields.id()), null),
  retailerId: fields.id(),
  locationId: z._default(z.nullable(fields.id()), null),
  order: z.strictObject({
    /** The receipt's number at this retailer. */
    ref: orderRef,
    currency: fields.currencyCode(),
    /** Numbered from 1 in this order. */
    lines: z.array(Line).check(z.minLength(1), z.maxLength(callLimits.lines)),
  }),
  /** Numbers of lines to leave out, such as those that `wouldApplyWithout` named. */
  withoutLines: z._default(z.array(lineNumber()).check(z.maxLength(callLimits.lines)), []),
};

/** A value of a check as data: the reader's language decides how it is written. */
const Value = z.nullable(z.looseObject({ kind: z.string() }));
export const Check = z.object({
  check: z.enum(checkNames),
  ok: z.boolean(),
  /** The refusal's code; null if it passed. */
  reason: z.nullable(z.string()),
  actual: Value,
  needed: Value,
  line: z.optional(z.int()),
  certificateId: z.optional(z.nullable(z.string())),
  expiredOn: z.optional(z.nullable(z.string())),
  opensAt: z.optional(z.nullable(z.string())),
  isConfirmed: z.optional(z.boolean()),
  period: z.optional(z.string()),
  because: z.optional(z.enum(stackingConflicts)),
});

export const Outcome = z.object({
  /** The code as it is compared, or the id of a campaign that needs none. */
  key: z.string(),
  campaignId: z.nullable(z.string()),
  applies: z.boolean(),
  reason: z.nullable(z.string()),
  checks: z.array(Check),
  discountMinor: z.int(),
  cashbackMinor: z.int(),
  wouldApplyWithout: z.nullable(z.object({ lines: z.array(z.int()), discountMinor: z.int(), cashbackMinor: z.int() })),
});

const EvaluatedLine = z.object({
  number: z.int(),
  baseMinor: z.int(),
  discountMinor: z.int(),
  paidMinor: z.int(),
  cashbackMinor: z.int(),
});

export const totals = {
  currency: z.string(),
  baseMinor: z.int(),
  discountMinor: z.int(),
  paidMinor: z.int(),
  cashbackMinor: z.int(),
  lines: z.array(EvaluatedLine),
};

const Validation = z.object({ outcomes: z.array(Outcome), ...totals });
export type Validation = z.output<typeof Validation>;

export const redemptionStatuses = [
  "reserved",
  "committed",
  "released",
  "expired",
  "partially_rolled_back",
  "rolled_back",
] as const;
export const RedemptionStatus = z.enum(redemptionStatuses);
export type RedemptionStatus = z.output<typeof RedemptionStatus>;

/** One campaign that was used for an order. */
const Redeemed = z.object({
  id: z.string(),
  campaignId: z.string(),
  code: z.nullable(z.string()),
  status: RedemptionStatus,
  orderRef: z.string(),
  currency: z.string(),
  discountMinor: z.int(),
  cashbackMinor: z.int(),
  /** What was not rolled back. */
  discountLeftMinor: z.int(),
  cashbackLeftMinor: z.int(),
  /** Until when a reservation can be committed. */
  reservedUntil: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Redeemed = z.output<typeof Redeemed>;
const Redemption = z.object({ redemptions: z.array(Redeemed), ...totals });
export type Redemption = z.output<typeof Redemption>;

const limit = (message: string) => ({ status: 422, message });
export const redemptionRefusals = refusals({
  code_invalid: limit("This code isn’t valid."),
  too_many_codes_tried: {
    status: 429,
    message: "Too many unknown codes were tried. Try again in {retryAfterSeconds} seconds.",
  },
  code_disabled: limit("This code is disabled."),
  code_held_offline: limit("This code is held by a till that works offline. Use it there, or try again later."),
  code_not_started: limit("This code can’t be used yet."),
  code_ended: limit("This code has expired."),
  code_of_another_member: limit("This code belongs to another member."),
  code_limit_reached: limit("This code has reached its usage limit."),
  campaign_limit_reached: limit("This promocode has reached its usage limit."),
  member_limit_reached: limit("This member has reached the usage limit of this promocode."),
  period_limit_reached: limit("This member has reached the usage limit of this promocode for this period."),
  retailer_limit_reached: limit("This promocode has reached its usage limit at this retailer."),
  location_limit_reached: limit("This promocode has reached its usage limit at this location."),
  budget_exhausted: limit("The budget of this promocode is used up."),
  funding_exhausted: limit("The brand’s balance doesn’t cover this promocode."),
  retailer_not_eligible: limit("This promocode doesn’t apply at this retailer."),
  member_not_eligible: limit("This promocode doesn’t apply to this member."),
  outside_window: limit("This promocode doesn’t apply at this time."),
  min_order_not_met: limit("The order is too small for this promocode."),
  no_eligible_line: limit("This promocode doesn’t apply to any of these products."),
  not_stackable: limit("This code can’t be combined with another code of the order."),
  campaign_paused: limit("This promocode is paused."),
  currency_mismatch: limit("This promocode is in another currency."),
  amount_too_large: limit("The order’s total is too large."),
  no_effect: limit("This promocode has no effect on this order."),
  line_not_promotable: limit("A product of the order can’t be promoted: {finding}."),
  receipt_already_used: { status: 409, message: "This promocode has already been used for this receipt." },
  campaign_busy: { status: 409, message: "This promocode is being changed. Try again." },
  reservation_expired: { status: 410, message: "This reservation has ended." },
  already_rolled_back: { status: 409, message: "This redemption has already been rolled back." },
  exceeds_remaining: { status: 422, message: "This is more than what is left of the redemption." },
  unknown_line: { status: 422, message: "This line isn’t part of the redemption." },
  unknown_retailer: { status: 422, message: "This retailer doesn’t exist." },
});
const {
  receipt_already_used,
  campaign_busy,
  reservation_expired,
  already_rolled_back,
  exceeds_remaining,
  unknown_line,
  unknown_retailer,
  ...refusedCodes
} = redemptionRefusals;
const mayRefuse = [...Object.values(refusedCodes), receipt_already_used, campaign_busy, unknown_retailer];

export const redemptionCalls = {
  validate: operation({
    method: "POST",
    path: "/api/v1/promocodes/validate",
    permission: "redemptions.validate",
    summary: "What promocodes would give on an order, with every check. Changes nothing",
    forKeys: true,
    input: z.strictObject(called),
    output: Validation,
    refusals: [unknown_retailer, redemptionRefusals.too_many_codes_tried],
  }),
  redeem: operation({
    method: "POST",
    path: "/api/v1/promocodes/redeem",
    permission: "redemptions.create",
    summary: "Use promocodes for an order: all of them or none",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject(called),
    output: Redemption,
    refusals: mayRefuse,
  }),
  reserve: operation({
    method: "POST",
    path: "/api/v1/promocodes/reserve",
    permission: "redemptions.create",
    summary: "Hold promocodes for an order until it is paid",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject({
      ...called,
      minutes: z._default(
        z.int().check(z.minimum(1), z.maximum(callLimits.reservedMinutes.max)),
        callLimits.reservedMinutes.usual,
      ),
    }),
    output: Redemption,
    refusals: mayRefuse,
  }),
  commit: operation({
    method: "POST",
    path: "/api/v1/reservations/{id}/commit",
    permission: "redemptions.create",
    summary: "Use a reservation. Products are checked again, and amounts computed again",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject({ id: fields.id(), withoutLines: called.withoutLines }),
    output: Redeemed,
    refusals: [reservation_expired, ...mayRefuse, commonRefusals.not_found],
  }),
  release: operation({
    method: "POST",
    path: "/api/v1/reservations/{id}/release",
    permission: "redemptions.create",
    summary: "Give up a reservation",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject({ id: fields.id() }),
    output: Redeemed,
    refusals: [reservation_expired, commonRefusals.not_found],
  }),
  rollback: operation({
    method: "POST",
    path: "/api/v1/redemptions/{id}/rollback",
    permission: "redemptions.rollback",
    summary: "Give back a redemption, or a part of it",
    forKeys: true,
    isDangerous: true,
    idempotencyKey: "required",
    input: z.strictObject({
      id: fields.id(),
      reason: fields.text({ min: 1, max: callLimits.reason, multiline: true }),
      /** Lines that were returned; `quantity` null is all that is left of the line. Left out: everything. */
      lines: z.optional(
        z
          .array(z.strictObject({ number: lineNumber(), quantity: z.nullable(quantity()) }))
          .check(z.minLength(1), z.maxLength(callLimits.lines)),
      ),
      /** Or an amount of the order's value, before discounts. */
      amountMinor: z.optional(z.int().check(z.minimum(1), z.maximum(callLimits.unitMinor))),
    }),
    output: Redeemed,
    refusals: [already_rolled_back, exceeds_remaining, unknown_line, campaign_busy, commonRefusals.not_found],
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/redemptions/{id}",
    reads: [{ resource: "redemptions", id: "id" }],
    permission: "redemptions.read",
    summary: "A redemption",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Redeemed,
    refusals: [commonRefusals.not_found],
  }),
  find: operation({
    method: "GET",
    path: "/api/v1/redemptions/find",
    exampleQuery: "?retailerId=018f6f7e-0000-7000-8000-000000000001&orderRef=R-1",
    permission: "redemptions.read",
    summary: "Redemptions of a receipt, such as after a time-out",
    forKeys: true,
    input: z.strictObject({ retailerId: fields.id(), orderRef }),
    output: z.object({ rows: z.array(Redeemed) }),
  }),
};
