import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { callLimits, redemptionCalls, redemptionRefusals } from "#features/loyalty/promocodes/contract/calls.ts";

// What a till without a connection may accept (docs/decisions/0084).

export const offlineLimits = {
  /** How long a list is valid. */
  minutes: { usual: 240, max: 240 },
  /** How long after its end sales may still use what the list took in advance. */
  lateHours: 24,
  /** Uses of each promotion that a list takes in advance. */
  uses: { usual: 20, max: 200 },
  /** Lists of one key at one location whose sales are not all sent yet. */
  openLists: 2,
  products: 2000,
  codes: 500,
  /** Unique codes of a batch that a list holds. */
  uniqueCodes: 500,
  sales: 50,
} as const;

export const offlineRefusals = refusals({
  unknown_location: { status: 422, message: "The retailer has no such open location." },
  unknown_batch: {
    status: 422,
    message: "This batch has no unused codes, or its promocode isn’t limited to this retailer or location.",
  },
  too_many_open_lists: {
    status: 409,
    message: "This key has {maximum} open lists at this location already. Send the sales of one of them with isLast.",
  },
});

const { codes, order, withoutLines } = redemptionCalls.redeem.input.shape;
const Sale = z.strictObject({
  codes,
  order,
  withoutLines,
  soldAt: fields.instant(),
  /** The discount that the customer got. */
  discountMinor: z.int().check(z.minimum(0), z.maximum(callLimits.unitMinor)),
});
export type OfflineSale = z.output<typeof Sale>;

/**
 * `accepted` is a redemption. `conflict` is not: `reason` says why, and the shop bears the discount that it gave. `retry`:
 * nothing was decided, send the sale again.
 */
const saleStatuses = ["accepted", "conflict", "retry"] as const;
const SaleAnswer = z.object({
  orderRef: z.string(),
  status: z.enum(saleStatuses),
  /** It was sent before, and this is the answer it got then. */
  isKnown: z.boolean(),
  /** A reason of a redemption, `amount_differs`, `sold_outside_list` or `receipt_already_used`; null if accepted. */
  reason: z.nullable(z.string()),
  /** For a product’s halal status: whether it was found for the time of sale, or only now. */
  foundAt: z.nullable(z.enum(["sale", "now"])),
  redemptionIds: z.array(z.string()),
  discountMinor: z.int(),
  /** What the promotion pays of it, by its funding shares; the shop bears the rest. */
  takenOverMinor: z.int(),
  borneByShopMinor: z.int(),
});
export type SaleAnswer = z.output<typeof SaleAnswer>;

const place = { retailerId: fields.id(), locationId: fields.id() };

export const offlineCalls = {
  issue: operation({
    method: "POST",
    path: "/api/v1/promocodes/offline-list",
    permission: "redemptions.create",
    summary: "Get a signed list of the promotions that a till may accept without a connection",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject({
      ...place,
      currency: fields.currencyCode(),
      minutes: z._default(
        z.int().check(z.minimum(5), z.maximum(offlineLimits.minutes.max)),
        offlineLimits.minutes.usual,
      ),
      /** Of each promotion. The list has less where less than four times as much is left. */
      uses: z._default(z.int().check(z.minimum(1), z.maximum(offlineLimits.uses.max)), offlineLimits.uses.usual),
      /**
       * Unused codes of a batch that only this list can use until it is closed. The terms of its promocode must name the
       * retailer or the location, so that the codes are of no use elsewhere anyway.
       */
      batch: z.optional(
        z.strictObject({
          id: fields.id(),
          codes: z.int().check(z.minimum(1), z.maximum(offlineLimits.uniqueCodes)),
        }),
      ),
    }),
    output: z.object({
      id: z.string(),
      /** A JSON Web Signature (ES256). Verify it with a key of `offline-keys` before each use. */
      list: z.string(),
      issuedAt: z.string(),
      expiresAt: z.string(),
      /** Until then its sales can use what it took in advance. */
      closesAt: z.string(),
    }),
    refusals: [redemptionRefusals.unknown_retailer, ...Object.values(offlineRefusals)],
  }),
  keys: operation({
    method: "GET",
    path: "/api/v1/promocodes/offline-keys",
    permission: "redemptions.validate",
    summary: "The public keys that verify offline lists, as a JSON Web Key Set",
    forKeys: true,
    input: z.strictObject({}),
    output: z.object({
      keys: z.array(
        z.object({
          kty: z.string(),
          crv: z.string(),
          x: z.string(),
          y: z.string(),
          kid: z.string(),
          alg: z.string(),
          use: z.string(),
        }),
      ),
    }),
  }),
  commitLate: operation({
    method: "POST",
    path: "/api/v1/promocodes/late-redemptions",
    permission: "redemptions.create",
    summary: "Send sales that were accepted with an offline list. Each is answered on its own, and only once",
    forKeys: true,
    input: z.strictObject({
      listId: fields.id(),
      sales: z.array(Sale).check(z.maxLength(offlineLimits.sales)),
      /** Nothing more will come: what the list took in advance and did not use is given back. */
      isLast: z._default(z.boolean(), false),
    }),
    output: z.object({ sales: z.array(SaleAnswer), isClosed: z.boolean() }),
    refusals: [commonRefusals.not_found],
  }),
};
