import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { Impact } from "#base/impact.ts";
import { CertificateName } from "#features/halal/certificates/record/contract/records.ts";
import { certificateLimits, UnlinkCause } from "#features/halal/certificates/contract/vocabulary.ts";

/** A product as a line of a certificate names it. */
export const LineProduct = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  gtin: z.nullable(z.string()),
  brandId: z.string(),
  brandName: z.string(),
});
export type LineProduct = z.output<typeof LineProduct>;

export const Line = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  gtin: z.nullable(z.string()),
  status: z.enum(["listed", "removed"]),
  removedAt: z.nullable(z.string()),
  removedReason: z.nullable(z.string()),
  /** Null until somebody has said which product it is. */
  product: z.nullable(LineProduct),
  /** The reason for linking a product that is not the holder's. */
  linkReason: z.nullable(z.string()),
  /** The product linked before number or brand stopped matching, and which of the two it was. */
  unlinked: z.nullable(z.object({ product: z.nullable(LineProduct), because: UnlinkCause })),
  /** Other certificates that stand at this moment and list the same product. */
  alsoCoveredBy: z.array(CertificateName),
});
export type Line = z.output<typeof Line>;

/** A line as it is pasted or typed. The caller makes the id, so that a list sent twice stands there once. */
export const NewLine = z.strictObject({
  id: fields.id(),
  name: fields.text({ min: 1, max: certificateLimits.lineNameMax }),
  brand: z.nullable(fields.text({ min: 1, max: certificateLimits.lineBrandMax })),
  gtin: z.nullable(z.string().check(z.regex(/^\d{14}$/, { error: "gtin_padded" }))),
});
export type NewLine = z.output<typeof NewLine>;

/** A product that a line may be. `likeness` is of 1; a GTIN is exact. */
export const Match = z.object({
  product: LineProduct,
  by: z.enum(["gtin", "name"]),
  likeness: z.number(),
});
export type Match = z.output<typeof Match>;

export const LineMatches = z.object({ lineId: z.string(), matches: z.array(Match) });
export type LineMatches = z.output<typeof LineMatches>;

/** A product that a certificate lists, and whether it stays covered without it. */
export const AffectedProduct = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  coveredBy: z.array(CertificateName),
});

export const CertificateImpact = z.object({
  ...Impact.shape,
  /** Matched products that the change takes the certificate from; up to `affectedMax` of them by name. */
  productCount: z.int(),
  products: z.array(AffectedProduct),
  /** Of all of them, those that another certificate still covers. */
  coveredCount: z.int(),
});
export type CertificateImpact = z.output<typeof CertificateImpact>;
export const affectedMax = 200;

/** One revision in the life of a certificate. */
export const Revision = z.object({
  id: z.string(),
  code: z.string(),
  certificateNo: z.string(),
  revision: z.int(),
  state: z.string(),
  effectiveState: z.string(),
  validFrom: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  verifiedAt: z.nullable(z.string()),
  listed: z.int(),
  isCurrent: z.boolean(),
});
export type Revision = z.output<typeof Revision>;

/** What the house tells everybody about a certificate that was verified, and how it knows. */
export const PublicCertificate = z.object({
  code: z.string(),
  certificateNo: z.string(),
  revision: z.int(),
  kind: z.string(),
  body: z.object({
    acronym: z.string(),
    name: z.string(),
    nameI18n: z.record(z.string(), z.string()),
    country: z.string(),
    website: z.nullable(z.string()),
  }),
  holderName: z.string(),
  holderCountry: z.nullable(z.string()),
  standards: z.array(z.object({ code: z.string(), edition: z.string(), title: z.string() })),
  scopeText: z.nullable(z.string()),
  products: z.array(z.object({ name: z.string(), gtin: z.nullable(z.string()) })),
  productCount: z.int(),
  sites: z.array(z.object({ name: z.string(), country: z.nullable(z.string()) })),
  issuedOn: z.nullable(z.string()),
  validFrom: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
  validityBasis: z.string(),
  reviewDueOn: z.nullable(z.string()),
  isReviewOverdue: z.boolean(),
  /** Its body is suspended, so the certificate proves nothing at present. */
  isBodySuspended: z.boolean(),
  timezone: z.string(),
  slaughterMethod: z.string(),
  stunningPolicy: z.string(),
  effectiveState: z.string(),
  /** Since when it is suspended, withdrawn or superseded. */
  stateChangedAt: z.string(),
  evidenceLevel: z.string(),
  verificationMethod: z.nullable(z.string()),
  verifiedOn: z.nullable(z.string()),
  /** When somebody looked again since. */
  lastCheckedOn: z.nullable(z.string()),
  nextCheckDueOn: z.nullable(z.string()),
  registryLink: z.nullable(z.string()),
  /** The newer revision that stands in its place. */
  supersededBy: z.nullable(z.string()),
  toldAt: z.string(),
});
export type PublicCertificate = z.output<typeof PublicCertificate>;
export const publicProductsMax = 200;

export const QueueEntry = z.object({
  id: z.string(),
  code: z.string(),
  certificateNo: z.string(),
  holderName: z.string(),
  body: z.string(),
  kind: z.string(),
  submittedAt: z.string(),
  reviewer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  isRenewal: z.boolean(),
  /** Of the certificate that it renews, when that ends soon. */
  predecessorLastDay: z.nullable(z.string()),
  predecessorDaysLeft: z.nullable(z.int()),
});
export type QueueEntry = z.output<typeof QueueEntry>;

export const CalendarEntry = z.object({
  id: z.string(),
  code: z.string(),
  holderName: z.string(),
  body: z.string(),
  effectiveState: z.string(),
});
export const CalendarDay = z.object({ day: z.string(), count: z.int(), entries: z.array(CalendarEntry) });
export type CalendarDay = z.output<typeof CalendarDay>;
/** Named a day; the rest is a figure. */
export const calendarEntriesMax = 3;
