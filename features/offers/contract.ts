import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { gtin } from "#base/gtinField.ts";
import { halalStates } from "#base/halal.ts";
import { commonRefusals } from "#base/refusal.ts";
import { EvidenceLevel, StunningPolicy } from "#features/certificates/contract/vocabulary.ts";

// What the consumer app and partners ask from outside, with an API key (domain 5.3).

export const offerLimits = { radiusKm: { usual: 10, max: 100 }, perPage: { usual: 50, max: 200 } } as const;

/** A certificate as outsiders may know it, and how it is known. */
const Proof = z.object({
  code: z.string(),
  certificateNo: z.string(),
  body: z.object({ acronym: z.string(), name: z.string(), country: z.string(), registryUrl: z.nullable(z.string()) }),
  /** Of the body's registry, for this number, where the body has one. */
  lookupUrl: z.nullable(z.string()),
  evidenceLevel: EvidenceLevel,
  stunningPolicy: StunningPolicy,
  scope: z.nullable(z.string()),
  standards: z.array(z.string()),
  validFrom: z.nullable(z.string()),
  /** The last day, in the certificate's own zone; null for one without an end. */
  expiresOn: z.nullable(z.string()),
});
export type Proof = z.output<typeof Proof>;

const Openness = z.object({
  isOpen: z.boolean(),
  /** When that changes next; null when it does not within a week. */
  changesAt: z.nullable(z.string()),
});

const Offer = z.object({
  assignmentId: z.string(),
  product: z.object({
    code: z.string(),
    /** 14 digits, zeros in front. */
    gtin: z.nullable(z.string()),
    name: z.string(),
    nameI18n: z.record(z.string(), z.string()),
    brand: z.string(),
  }),
  retailer: z.object({ code: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) }),
  location: z.object({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    country: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    distanceM: z.int(),
    /** At this moment, by the hours of the season; null where they are not known. */
    openness: z.nullable(Openness),
  }),
  price: z.nullable(z.object({ amountMinor: z.int(), currency: z.string() })),
  /**
   * One of the two: a share of the price in basis points, or minor units of the price's currency. `capMinor` is the most that
   * one purchase brings, in minor units too; null where nothing ends it.
   */
  cashback: z.object({
    bps: z.nullable(z.int()),
    fixedMinor: z.nullable(z.int()),
    capMinor: z.nullable(z.int()),
  }),
  /** What proves it at this retailer; null where its category asks for nothing. */
  certificate: z.nullable(Proof),
});
export type Offer = z.output<typeof Offer>;

const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const longitude = z.number().check(z.minimum(-180), z.maximum(180));

export const offers = {
  list: operation({
    method: "GET",
    path: "/api/v1/offers",
    permission: "offers.read",
    summary: "What may be promoted near a point at this moment, the nearest first, by what a consumer accepts",
    forKeys: true,
    input: z.strictObject({
      /** WGS 84. */
      lat: latitude,
      lng: longitude,
      /** Kilometres. */
      radius: z._default(
        z.number().check(z.positive(), z.maximum(offerLimits.radiusKm.max)),
        offerLimits.radiusKm.usual,
      ),
      /** Acronyms of the certifying bodies that are accepted. Products that need no certificate stay. */
      body: z.optional(z.array(fields.text({ min: 1, max: 40 })).check(z.minLength(1), z.maxLength(20))),
      /** `none`: meat only where the certificate says that no animal was stunned. */
      stunning: z.optional(z.literal("none")),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(offerLimits.perPage.max)), offerLimits.perPage.usual),
      /** The `next` of the page before. */
      cursor: z.optional(z.string().check(z.maxLength(300))),
    }),
    output: z.object({ rows: z.array(Offer), next: z.nullable(z.string()), at: z.string() }),
    refusals: [commonRefusals.invalid_cursor],
  }),
  halal: operation({
    method: "GET",
    path: "/api/v1/products/{gtin}/halal",
    permission: "offers.read",
    summary: "What is known of a product's halal certificates, and how it is known",
    forKeys: true,
    input: z.strictObject({
      gtin: gtin(),
      /** The country where it is sold: says whether the body is recognised there. */
      market: z.optional(fields.countryCode()),
    }),
    output: z.object({
      product: z.object({ code: z.string(), gtin: z.string(), name: z.string(), brand: z.string() }),
      state: z.enum(halalStates),
      at: z.string(),
      /** Those that cover it now, the one that lasts longest first. */
      certificates: z.array(z.extend(Proof, { isRecognised: z.nullable(z.boolean()) })),
      /** The last that covered it, where none does now. */
      last: z.nullable(z.extend(Proof, { standing: z.string(), heldUntil: z.nullable(z.string()) })),
    }),
    refusals: [commonRefusals.not_found],
  }),
};
