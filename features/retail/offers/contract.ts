import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { gtin } from "#base/gtinField.ts";
import { halalStates } from "#base/halal.ts";
import { seasons } from "#base/openingHours.ts";
import { commonRefusals } from "#base/refusal.ts";
import { EvidenceLevel, StunningPolicy } from "#features/halal/certificates/contract/vocabulary.ts";

// Operations for the consumer app and partners, who call with an API key (domain 5.3).

export const offerLimits = { radiusKm: { usual: 10, max: 100 }, perPage: { usual: 50, max: 200 } } as const;

/** The public fields of a certificate, and how it is verified. */
const Proof = z.object({
  code: z.string(),
  certificateNo: z.string(),
  body: z.object({ acronym: z.string(), name: z.string(), country: z.string(), registryUrl: z.nullable(z.string()) }),
  /** Page of this certificate in the certifier's registry, if it has one. */
  lookupUrl: z.nullable(z.string()),
  evidenceLevel: EvidenceLevel,
  stunningPolicy: StunningPolicy,
  scope: z.nullable(z.string()),
  standards: z.array(z.string()),
  validFrom: z.nullable(z.string()),
  /** The last day, in the certificate's own time zone; null for an open-ended one. */
  expiresOn: z.nullable(z.string()),
});
export type Proof = z.output<typeof Proof>;

/** Whether a market recognises a certifier. `unknown`: the market has no list on record. */
const Recognition = z.enum(["recognised", "not_recognised", "unknown"]);
export type Recognition = z.output<typeof Recognition>;

const Openness = z.object({
  isOpen: z.boolean(),
  /** When that changes next; null if it does not change within a week. */
  changesAt: z.nullable(z.string()),
});

const Retailer = z.object({ code: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) });

const Place = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  distanceM: z.int(),
  /** Whether it is open now, by the hours of the season; null if they are not known. */
  openness: z.nullable(Openness),
});

const Offer = z.object({
  assignmentId: z.string(),
  product: z.object({
    code: z.string(),
    /** 14 digits, with leading zeros. */
    gtin: z.nullable(z.string()),
    name: z.string(),
    nameI18n: z.record(z.string(), z.string()),
    brand: z.string(),
  }),
  retailer: Retailer,
  location: Place,
  price: z.nullable(z.object({ amountMinor: z.int(), currency: z.string() })),
  /**
   * One of the two: a share of the price in basis points, or minor units of the price's currency. `capMinor` is the
   * maximum per purchase, in minor units too; null without a limit.
   */
  cashback: z.object({
    bps: z.nullable(z.int()),
    fixedMinor: z.nullable(z.int()),
    capMinor: z.nullable(z.int()),
  }),
  /** The certificate that proves it at this retailer; null if its category needs none. */
  certificate: z.nullable(Proof),
});
export type Offer = z.output<typeof Offer>;

/** Local times of the location on a weekday (0 is Sunday). */
const Span = z.object({ weekday: z.int(), opens: z.string(), closes: z.string(), closesNextDay: z.boolean() });
const Closing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("dates"), startsOn: z.string(), endsOn: z.string() }),
  z.object({ kind: z.literal("weekly"), weekday: z.int(), from: z.string(), to: z.string() }),
]);

/** A participating location, for consumers. */
const Shop = z.object({
  retailer: z.object({
    ...Retailer.shape,
    /** Type of the retailer. */
    type: z.object({ code: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) }),
    website: z.nullable(z.string()),
  }),
  location: z.object({ ...Place.shape, phone: z.nullable(z.string()) }),
  /** Null if not set. */
  hours: z.nullable(
    z.object({
      timeZone: z.string(),
      /** Which hours are valid today: the location's own season, Ramadan by Umm al-Qura, or the rest of the year. */
      season: z.enum(seasons),
      /** The week in this season. */
      spans: z.array(Span),
      /** Closures from today on. */
      closings: z.array(Closing),
    }),
  ),
});
export type NearbyRetailer = z.output<typeof Shop>;

const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** A point in degrees (WGS 84), and a radius in kilometres. */
export type Around = { readonly lat: number; readonly lng: number; readonly radius: number };

const nearPattern = /^\s*-?\d{1,2}(\.\d+)?\s*,\s*-?\d{1,3}(\.\d+)?\s*(,\s*\d{1,3}(\.\d+)?\s*)?$/;

/** `51.5155,-0.0722,5`: latitude, longitude and an optional radius in kilometres. Null if invalid. */
export function readNear(text: string): Around | null {
  if (!nearPattern.test(text)) return null;
  const [lat = 91, lng = 181, radius = offerLimits.radiusKm.usual] = text.split(",").map(Number);
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && radius > 0 && radius <= offerLimits.radiusKm.max;
  return isPlace ? { lat, lng, radius } : null;
}

const aPage = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(offerLimits.perPage.max)), offerLimits.perPage.usual),
  /** The `next` of the previous page. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
};

export const offers = {
  list: operation({
    method: "GET",
    path: "/api/v1/offers",
    exampleQuery: "?lat=51.5165&lng=-0.0663",
    permission: "offers.read",
    summary:
      "List products that can be promoted near a point right now, nearest first, filtered by what a consumer accepts",
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
      /** Acronyms of the accepted certifiers. Products that need no certificate stay. */
      body: z.optional(z.array(fields.text({ min: 1, max: 40 })).check(z.minLength(1), z.maxLength(20))),
      /** `none`: meat only if the certificate says that no animal was stunned. */
      stunning: z.optional(z.literal("none")),
      ...aPage,
    }),
    output: z.object({ rows: z.array(Offer), next: z.nullable(z.string()), at: z.string() }),
    refusals: [commonRefusals.invalid_cursor],
  }),
  retailers: operation({
    method: "GET",
    path: "/api/v1/offers/retailers",
    // The staff's list has this path; callers who may only read offers get this operation there.
    standsInAt: "/api/v1/retailers",
    exampleQuery: "?near=51.5165,-0.0663",
    permission: "offers.read",
    summary: "List active retailers’ open locations near a point, nearest first, with their current opening hours",
    forKeys: true,
    input: z.strictObject({
      near: z.string().check(
        z.maxLength(60),
        z.refine((text) => readNear(text) !== null, { error: "near" }),
      ),
      ...aPage,
    }),
    output: z.object({ rows: z.array(Shop), next: z.nullable(z.string()), at: z.string() }),
    refusals: [commonRefusals.invalid_cursor],
  }),
  halal: operation({
    method: "GET",
    path: "/api/v1/products/{gtin}/halal",
    permission: "offers.read",
    summary: "Get a product’s halal certificates and their evidence",
    forKeys: true,
    input: z.strictObject({
      gtin: gtin(),
      /** The country where it is sold: decides whether the certifier is recognised there. */
      market: z.optional(fields.countryCode()),
    }),
    output: z.object({
      product: z.object({ code: z.string(), gtin: z.string(), name: z.string(), brand: z.string() }),
      state: z.enum(halalStates),
      at: z.string(),
      /** Those that cover it now, the longest valid first. */
      certificates: z.array(
        z.extend(Proof, {
          /** For an open-ended certificate: its next review day has passed without a review. */
          isReviewOverdue: z.boolean(),
          /** In `market`; null without one. */
          recognition: z.nullable(Recognition),
          /** The same as a boolean; null if unknown or without a `market`. */
          isRecognised: z.nullable(z.boolean()),
        }),
      ),
      /** The last one that covered it, if none does now. */
      last: z.nullable(z.extend(Proof, { standing: z.string(), heldUntil: z.nullable(z.string()) })),
    }),
    refusals: [commonRefusals.not_found],
  }),
};
