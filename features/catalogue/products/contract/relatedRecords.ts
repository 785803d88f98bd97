import * as z from "zod/mini";
import { halalStates } from "#base/halal.ts";

// What other areas say of a product.

const named = { id: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) };

export const ProductBrand = z.object({
  ...named,
  status: z.string(),
  country: z.nullable(z.string()),
  cashbackBps: z.nullable(z.int()),
});

export const ProductCategory = z.object({
  ...named,
  halalRelevance: z.string(),
  /** Of a product that does not say so itself. Null: nobody has said. */
  containsMeat: z.nullable(z.boolean()),
});

export const HalalNow = z.object({
  state: z.enum(halalStates),
  /** The certificate that says so. */
  certificateId: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** The last day on which that certificate is valid, in its time zone. */
  lastDay: z.nullable(z.string()),
});

/** How a certificate that names a product stands to it. */
export const certificateStandings = [
  "stands",
  "expired",
  "suspended",
  "scope_reduced",
  "withdrawn",
  "body_suspended",
  "not_started",
  "unverified",
] as const;

const Evidence = z.object({
  certificateId: z.string(),
  code: z.string(),
  certificateNo: z.string(),
  revision: z.int(),
  bodyAcronym: z.string(),
  bodyName: z.string(),
  nameOnCertificate: z.string(),
  standing: z.enum(certificateStandings),
  /** It is the one that answers for the product now. */
  isDeciding: z.boolean(),
  isExpiring: z.boolean(),
  /** The time zone in which its days start and end. */
  timezone: z.string(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** When it ceased to cover the product; null while it does. */
  heldUntil: z.nullable(z.string()),
  evidenceLevel: z.string(),
  stunningPolicy: z.string(),
  /** Of a line that was removed from the scope, or of a certificate that was suspended or withdrawn. */
  reason: z.nullable(z.string()),
});

/** The state with all that it follows from: first what decides, then what held last. */
export const ProductHalal = z.object({
  ...HalalNow.shape,
  /** What the category asks for. */
  relevance: z.nullable(z.enum(["required", "recommended", "not_applicable"])),
  certificates: z.array(Evidence),
});
export type ProductHalal = z.output<typeof ProductHalal>;

/** Rows that one answer holds; a product of a large chain is sold in more places, which are counted. */
export const availabilityMax = 200;

/** Where a product is sold, or was: each retailer, or each of its places. */
export const Availability = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      /** The country is null of a draft that nobody gave one yet. */
      retailer: z.object({ ...named, code: z.string(), country: z.nullable(z.string()) }),
      /** Null: all places of the retailer. */
      location: z.nullable(z.string()),
      status: z.enum(["proposed", "active", "paused"]),
      /** A code of the promotion rule when the rule paused it, free text when a user did. */
      pauseReason: z.nullable(z.string()),
      isPausedByRule: z.boolean(),
      /** Null: the recommended price. */
      priceMinor: z.nullable(z.int()),
      currency: z.nullable(z.string()),
      startsAt: z.string(),
      /** The day of `startsAt` in the retailer's time zone. */
      startsOn: z.string(),
    }),
  ),
  /** More than `rows` where a product is sold in more places than one answer holds. */
  count: z.int(),
});
export type Availability = z.output<typeof Availability>;
