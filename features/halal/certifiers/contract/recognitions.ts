import * as z from "zod/mini";
import * as fields from "#base/fields.ts";

/** What a market says about a certifier, from a day to a day. */
export const RecognitionInput = z.strictObject({
  market: fields.countryCode(),
  bodyId: fields.id(),
  /** Whose list it is. */
  recognisedBy: fields.text({ min: 1, max: 120 }),
  scopeText: z.nullable(fields.text({ min: 1, max: 500, multiline: true })),
  /** First and last day, both included; open where null. */
  validFrom: z.nullable(fields.date()),
  validTo: z.nullable(fields.date()),
  sourceUrl: z.nullable(fields.httpsUrl()),
  /** When the source was read. Null: not read for this entry. */
  readOn: z.nullable(fields.date()),
  /** What a reader must know of it, such as that it is to be confirmed. */
  note: z.nullable(fields.text({ min: 1, max: 500, multiline: true })),
});
export type RecognitionInput = z.output<typeof RecognitionInput>;
export const RecognitionPatch = z.partial(z.omit(RecognitionInput, { market: true, bodyId: true }));
export type RecognitionPatch = z.output<typeof RecognitionPatch>;

export const Recognition = z.object({ ...RecognitionInput.shape, id: z.string(), version: z.int() });
export type Recognition = z.output<typeof Recognition>;

/** What a market's list means for certifiers that are not on it (domain 1.5): blocked, or only shown. */
export const recognitionPolicies = ["block", "warn"] as const;
export const RecognitionPolicy = z.enum(recognitionPolicies);
export type RecognitionPolicy = z.output<typeof RecognitionPolicy>;

/** How a market treats certifiers without an accreditation in force: lapsed, withdrawn or never recorded. */
export const accreditationPolicies = ["accept", "warn", "block"] as const;

/** Days for which an open-ended certificate still counts after its review was due. */
export const reviewGraceDaysMax = 365;

/** How a market treats certifiers and certificates. */
const marketPolicyFields = {
  policy: RecognitionPolicy,
  /** For all certifiers while the market has no list, so that recognition is unknown. */
  unknownPolicy: RecognitionPolicy,
  accreditationPolicy: z.enum(accreditationPolicies),
  reviewGraceDays: z.int().check(z.minimum(0), z.maximum(reviewGraceDaysMax)),
};

export const MarketPolicy = z.object({
  market: z.string(),
  ...marketPolicyFields,
  /** Decided by a user, not derived from the rows. Null while undecided. */
  hasList: z.nullable(z.boolean()),
  /** The day and the source of that decision. */
  listDecidedOn: z.nullable(z.string()),
  listSource: z.nullable(z.string()),
});
export type MarketPolicy = z.output<typeof MarketPolicy>;

/** A change of a market's policy. `hasList` needs `listDecidedOn` and `listSource`. */
export const MarketPolicyPatch = z.partial(
  z.strictObject({
    ...marketPolicyFields,
    hasList: z.boolean(),
    listDecidedOn: fields.date(),
    listSource: fields.text({ min: 1, max: 500 }),
  }),
);
export type MarketPolicyPatch = z.output<typeof MarketPolicyPatch>;

/** A certifier in the view of markets and certifiers. */
export const RecognisedCertifier = z.object({
  id: z.string(),
  acronym: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  country: z.string(),
});
export type RecognisedCertifier = z.output<typeof RecognisedCertifier>;
