import * as z from "zod/mini";
import { bulkRefusals } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { Impact } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { at, changed, reason, previewed, transitionRefusals } from "#features/halal/certificates/contract/inputs.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import { Certificate, CertificateName } from "#features/halal/certificates/record/contract/records.ts";

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
  /** The last valid day in its time zone: before `expiresOn` if a renewal takes over earlier. */
  lastDay: z.nullable(z.string()),
  verifiedAt: z.nullable(z.string()),
  listed: z.int(),
  isCurrent: z.boolean(),
});
export type Revision = z.output<typeof Revision>;

/** Losses with their impact, and renewals. */
export const validityOperations = {
  previewImpact: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/impact",
    permission: "certificates.suspend",
    summary: "Preview the impact of suspending a certificate or reducing its scope",
    input: z.strictObject({
      id: fields.id(),
      step: z.enum(["suspend", "reduceScope"]),
      /** The lines that would go, when the scope is reduced. */
      lineIds: z.optional(z.array(fields.id()).check(z.minLength(1), z.maxLength(certificateLimits.linesMax))),
    }),
    output: CertificateImpact,
    refusals: [commonRefusals.not_found, refused.invalid_step, refused.line_unknown],
  }),
  suspend: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/suspension",
    permission: "certificates.suspend",
    summary: "Suspend a certificate, as previewed: products that rely on it pause immediately",
    input: z.strictObject({ ...at, reason, ...previewed }),
    ...changed,
    isDangerous: true,
    refusals: [...transitionRefusals, bulkRefusals.preview_stale],
  }),
  reduceScope: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/scope-reduction",
    permission: "certificates.suspend",
    summary: "Reduce the scope of a verified certificate, as previewed",
    input: z.strictObject({
      ...at,
      reason,
      ...previewed,
      lineIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(certificateLimits.linesMax)),
    }),
    ...changed,
    isDangerous: true,
    refusals: [...transitionRefusals, refused.line_unknown, bulkRefusals.preview_stale],
  }),
  withdraw: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/withdrawal",
    permission: "certificates.withdraw",
    summary: "Withdraw a certificate permanently, as previewed",
    input: z.strictObject({ ...at, reason, ...previewed }),
    ...changed,
    isDangerous: true,
    refusals: [...transitionRefusals, bulkRefusals.preview_stale],
  }),
  previewWithdrawal: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/withdrawal/preview",
    permission: "certificates.withdraw",
    summary: "Preview the impact of withdrawing a certificate",
    input: z.strictObject({ id: fields.id() }),
    output: CertificateImpact,
    refusals: [commonRefusals.not_found, refused.invalid_step],
  }),
  renew: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/renewal",
    permission: "certificates.create",
    summary: "Start a renewal: create the next revision as a draft with the same scope",
    input: z.strictObject({ id: fields.id(), newId: fields.id() }),
    output: Certificate,
    refusals: [
      commonRefusals.not_found,
      refused.invalid_step,
      refused.step_blocked,
      refused.renewal_exists,
      refused.id_taken,
    ],
  }),
  listRevisions: operation({
    method: "GET",
    path: "/api/v1/certificates/{id}/revisions",
    reads: [{ resource: "certificates", id: "id" }],
    permission: "certificates.read",
    summary: "List the revisions of a certificate, newest first",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ rows: z.array(Revision) }),
    refusals: [commonRefusals.not_found],
  }),
};
