import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { gtin } from "#base/gtinField.ts";
import { halalStates } from "#base/halal.ts";
import { seasons } from "#base/openingHours.ts";
import { commonRefusals } from "#base/refusal.ts";
import { EvidenceLevel, StunningPolicy } from "#features/halal/certificates/contract/vocabulary.ts";

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

/** Whether a market recognises a body. `unknown`: the market has no list on record. */
const Recognition = z.enum(["recognised", "not_recognised", "unknown"]);
export type Recognition = z.output<typeof Recognition>;

const Openness = z.object({
  isOpen: z.boolean(),
  /** When that changes next; null when it does not within a week. */
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
  /** At this moment, by the hours of the season; null where they are not known. */
  openness: z.nullable(Openness),
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
  retailer: Retailer,
  location: Place,
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

/** Clock times in the place's zone, of a weekday whose 0 is Sunday. */
const Span = z.object({ weekday: z.int(), opens: z.string(), closes: z.string(), closesNextDay: z.boolean() });
const Closing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("dates"), startsOn: z.string(), endsOn: z.string() }),
  z.object({ kind: z.literal("weekly"), weekday: z.int(), from: z.string(), to: z.string() }),
]);

/** A place that takes part, as consumers look for one. */
const Shop = z.object({
  retailer: z.object({
    ...Retailer.shape,
    /** What kind of shop it is. */
    type: z.object({ code: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) }),
    website: z.nullable(z.string()),
  }),
  location: z.object({ ...Place.shape, phone: z.nullable(z.string()) }),
  /** Null where nobody has said them. */
  hours: z.nullable(
    z.object({
      timeZone: z.string(),
      /** Whose hours hold today: a season of the shop's own, Ramadan by Umm al-Qura, or the rest of the year. */
      season: z.enum(seasons),
      /** The week in this season. */
      spans: z.array(Span),
      /** When it is closed all the same, from today on. */
      closings: z.array(Closing),
    }),
  ),
});
export type Shop = z.output<typeof Shop>;

const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** A point in degrees (WGS 84), and kilometres around it. */
export type Around = { readonly lat: number; readonly lng: number; readonly radius: number };

const nearPattern = /^\s*-?\d{1,2}(\.\d+)?\s*,\s*-?\d{1,3}(\.\d+)?\s*(,\s*\d{1,3}(\.\d+)?\s*)?$/;

/** `51.5155,-0.0722,5`: latitude, longitude and kilometres, which may be left out. Null where it is not that. */
export function readNear(text: string): Around | null {
  if (!nearPattern.test(text)) return null;
  const [lat = 91, lng = 181, radius = offerLimits.radiusKm.usual] = text.split(",").map(Number);
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && radius > 0 && radius <= offerLimits.radiusKm.max;
  return isPlace ? { lat, lng, radius } : null;
}

const aPage = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(offerLimits.perPage.max)), offerLimits.perPage.usual),
  /** The `next` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
};

export const offers = {
  list: operation({
    method: "GET",
    path: "/api/v1/offers",
    exampleQuery: "?lat=51.5165&lng=-0.0663",
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
      ...aPage,
    }),
    output: z.object({ rows: z.array(Offer), next: z.nullable(z.string()), at: z.string() }),
    refusals: [commonRefusals.invalid_cursor],
  }),
  retailers: operation({
    method: "GET",
    path: "/api/v1/offers/retailers",
    // That is the list of the staff.
    standsInAt: "/api/v1/retailers",
    exampleQuery: "?near=51.5165,-0.0663",
    permission: "offers.read",
    summary: "The open shops near a point, the nearest first, with the hours that hold now",
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
      /** The last that covered it, where none does now. */
      last: z.nullable(z.extend(Proof, { standing: z.string(), heldUntil: z.nullable(z.string()) })),
    }),
    refusals: [commonRefusals.not_found],
  }),
};
