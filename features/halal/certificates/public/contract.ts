import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";

/** The public facts of a certificate that was verified, and their evidence. */
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
  /** The last valid day in its time zone: before `expiresOn` if a renewal takes over earlier. */
  lastDay: z.nullable(z.string()),
  validityBasis: z.string(),
  reviewDueOn: z.nullable(z.string()),
  isReviewOverdue: z.boolean(),
  /** Its certifying body is suspended, so the certificate proves nothing at present. */
  isBodySuspended: z.boolean(),
  timezone: z.string(),
  slaughterMethod: z.string(),
  stunningPolicy: z.string(),
  effectiveState: z.string(),
  /** When it was suspended, withdrawn or superseded. */
  stateChangedAt: z.string(),
  evidenceLevel: z.string(),
  verificationMethod: z.nullable(z.string()),
  verifiedOn: z.nullable(z.string()),
  /** The day of the latest check since its verification. */
  lastCheckedOn: z.nullable(z.string()),
  nextCheckDueOn: z.nullable(z.string()),
  registryLink: z.nullable(z.string()),
  /** The newer revision that replaced it. */
  supersededBy: z.nullable(z.string()),
  toldAt: z.string(),
});
export type PublicCertificate = z.output<typeof PublicCertificate>;
export const publicProductsMax = 200;

/** What anyone may read without signing in. */
export const publicOperations = {
  /** By its short code: docs/decisions/0027. */
  readPublic: operation({
    method: "GET",
    path: "/api/v1/public/certificates/{code}",
    permission: "public",
    summary: "Public status of a certificate and its evidence",
    input: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
    output: PublicCertificate,
    refusals: [commonRefusals.not_found],
  }),
};
