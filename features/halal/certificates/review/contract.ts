import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { Impact, asPreviewed, impactRefusals } from "#base/impact.ts";
import {
  at,
  changed,
  previewed,
  reason,
  transitionRefusals,
  selected,
  bulkRefused,
} from "#features/halal/certificates/contract/inputs.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";
import { EvidenceLevel, VerificationMethod } from "#features/halal/certificates/contract/vocabulary.ts";

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

/** Null removes the reviewer. */
const assigned = { ...selected, reviewerId: z.nullable(fields.id()) };

/** A check: its method, its evidence, and the day of the next one. */
const checked = {
  method: VerificationMethod,
  evidenceLevel: EvidenceLevel,
  registryUrl: z.optional(z.nullable(fields.httpsUrl())),
  /** A picture or a PDF of the register's page. It becomes one of the documents. */
  snapshotFileId: z.optional(z.nullable(fields.id())),
  nextCheckDueOn: z.optional(z.nullable(fields.date())),
};

/** Submission, review and reinstatement; the queue and its reviewers. */
export const reviewOperations = {
  readQueue: operation({
    method: "GET",
    path: "/api/v1/certificates/queue",
    reads: [{ resource: "certificates" }],
    permission: "certificates.verify",
    summary:
      "List certificates waiting for review: assigned to the caller, unassigned and assigned to others, oldest first",
    input: z.strictObject({}),
    output: z.object({ mine: z.array(QueueEntry), nobodys: z.array(QueueEntry), others: z.array(QueueEntry) }),
  }),
  listReviewers: operation({
    method: "GET",
    path: "/api/v1/certificates/reviewers",
    reads: [{ resource: "users" }],
    permission: "certificates.verify",
    summary: "List users who may verify certificates",
    input: z.strictObject({}),
    output: z.object({ rows: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  submit: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/submission",
    permission: "certificates.submit",
    summary: "Submit a certificate for review",
    input: z.strictObject(at),
    ...changed,
    refusals: [...transitionRefusals, refused.certificate_taken],
  }),
  requestChanges: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/change-request",
    permission: "certificates.verify",
    summary: "Request changes to a certificate",
    input: z.strictObject({ ...at, reason }),
    ...changed,
    refusals: transitionRefusals,
  }),
  reject: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/rejection",
    permission: "certificates.verify",
    summary: "Reject a certificate permanently",
    input: z.strictObject({ ...at, reason }),
    ...changed,
    refusals: transitionRefusals,
  }),
  verify: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/verification",
    permission: "certificates.verify",
    summary: "Verify a certificate that another user submitted",
    input: z.strictObject({ ...at, ...checked, ...asPreviewed }),
    ...changed,
    isDangerous: true,
    refusals: [...transitionRefusals, fileRefusals.file_unknown, impactRefusals.preview_stale],
  }),
  previewVerification: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/verification/preview",
    permission: "certificates.verify",
    summary:
      "What vouching for a certificate would bring about elsewhere, such as assignments that only an older revision proves. Changes nothing",
    input: z.strictObject(at),
    output: Impact,
    versioned: true,
    refusals: transitionRefusals,
  }),
  recordCheck: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/checks",
    permission: "certificates.verify",
    summary: "Record a check of a verified certificate, and the next review date of an open-ended one",
    input: z.strictObject({ ...at, ...checked, reviewDueOn: z.optional(fields.date()) }),
    ...changed,
    refusals: [...transitionRefusals, fileRefusals.file_unknown],
  }),
  reinstate: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/reinstatement",
    permission: "certificates.suspend",
    summary: "Reinstate a certificate: products that its suspension paused resume",
    input: z.strictObject({ ...at, reason: z.optional(reason), ...asPreviewed }),
    ...changed,
    isDangerous: true,
    refusals: [...transitionRefusals, impactRefusals.preview_stale],
  }),
  previewReinstatement: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/reinstatement/preview",
    permission: "certificates.suspend",
    summary: "Preview the impact of reinstating a certificate",
    input: z.strictObject(at),
    output: Impact,
    versioned: true,
    refusals: transitionRefusals,
  }),
  previewAssignment: operation({
    method: "POST",
    path: "/api/v1/certificates/reviewer-changes/preview",
    permission: "certificates.verify",
    summary: "Preview assigning a reviewer to many certificates",
    input: z.strictObject(assigned),
    output: BulkPreview,
    refusals: [refused.reviewer_unknown, ...bulkRefused],
  }),
  applyAssignment: operation({
    method: "POST",
    path: "/api/v1/certificates/reviewer-changes",
    permission: "certificates.verify",
    summary: "Assign a reviewer to many certificates, as previewed",
    input: z.strictObject({ ...assigned, ...previewed }),
    output: BulkResult,
    refusals: [refused.reviewer_unknown, bulkRefusals.preview_stale, ...bulkRefused],
  }),
};
