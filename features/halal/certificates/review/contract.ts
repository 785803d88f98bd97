import * as z from "zod/mini";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { asPreviewed, Impact, impactRefusals } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { CertificateFilter } from "#features/halal/certificates/contract/reading.ts";
import { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { certificateRefusals as refused } from "#features/halal/certificates/contract/refusals.ts";
import { CertificateImpact } from "#features/halal/certificates/scope/contract/scope.ts";
import {
  certificateLimits,
  EvidenceLevel,
  VerificationMethod,
} from "#features/halal/certificates/contract/vocabulary.ts";

const reason = fields.text({ min: 1, max: certificateLimits.reasonMax, multiline: true });
const at = { id: fields.id(), version: fields.version() };
const changed = { output: Certificate, versioned: true } as const;
const stepRefusals = [commonRefusals.not_found, refused.invalid_step, refused.step_blocked] as const;
const previewed = { fingerprint: z.string().check(z.maxLength(100)) };
const chosen = { selection: selection(CertificateFilter) };
/** Null: nobody. */
const assigned = { ...chosen, reviewerId: z.nullable(fields.id()) };
const bulkRefused = [bulkRefusals.too_many_rows] as const;

/** Vouching: how it was checked, what it rests on, and when it is looked at again. */
const checked = {
  method: VerificationMethod,
  evidenceLevel: EvidenceLevel,
  registryUrl: z.optional(z.nullable(fields.httpsUrl())),
  /** A picture or a PDF of the register's page. It becomes one of the documents. */
  snapshotFileId: z.optional(z.nullable(fields.id())),
  nextCheckDueOn: z.optional(z.nullable(fields.date())),
};

export const steps = {
  submit: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/submission",
    permission: "certificates.submit",
    summary: "Hand a certificate to the reviewers",
    input: z.strictObject(at),
    ...changed,
    refusals: [...stepRefusals, refused.certificate_taken],
  }),
  requestChanges: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/change-request",
    permission: "certificates.verify",
    summary: "Give a certificate back to be corrected",
    input: z.strictObject({ ...at, reason }),
    ...changed,
    refusals: stepRefusals,
  }),
  reject: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/rejection",
    permission: "certificates.verify",
    summary: "Turn a certificate down for good",
    input: z.strictObject({ ...at, reason }),
    ...changed,
    refusals: stepRefusals,
  }),
  verify: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/verification",
    permission: "certificates.verify",
    summary: "Vouch for a certificate that somebody else has submitted",
    input: z.strictObject({ ...at, ...checked, ...asPreviewed }),
    ...changed,
    isDangerous: true,
    refusals: [...stepRefusals, fileRefusals.file_unknown, impactRefusals.preview_stale],
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
    refusals: stepRefusals,
  }),
  recordCheck: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/checks",
    permission: "certificates.verify",
    summary: "Record that a verified certificate was looked up again, and when an open-ended one is reviewed next",
    input: z.strictObject({ ...at, ...checked, reviewDueOn: z.optional(fields.date()) }),
    ...changed,
    refusals: [...stepRefusals, fileRefusals.file_unknown],
  }),
  previewImpact: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/impact",
    permission: "certificates.suspend",
    summary: "What would follow from suspending or reducing a certificate: done, counted and undone",
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
    summary: "Suspend a certificate, as previewed: what rests on it pauses in the same moment",
    input: z.strictObject({ ...at, reason, ...previewed }),
    ...changed,
    isDangerous: true,
    refusals: [...stepRefusals, bulkRefusals.preview_stale],
  }),
  reinstate: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/reinstatement",
    permission: "certificates.suspend",
    summary: "End a suspension: what it paused resumes",
    input: z.strictObject({ ...at, reason: z.optional(reason), ...asPreviewed }),
    ...changed,
    isDangerous: true,
    refusals: [...stepRefusals, impactRefusals.preview_stale],
  }),
  previewReinstatement: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/reinstatement/preview",
    permission: "certificates.suspend",
    summary: "What the end of a suspension would bring about elsewhere. Changes nothing",
    input: z.strictObject(at),
    output: Impact,
    versioned: true,
    refusals: stepRefusals,
  }),
  reduceScope: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/scope-reduction",
    permission: "certificates.suspend",
    summary: "Take lines out of the scope of a verified certificate, as previewed",
    input: z.strictObject({
      ...at,
      reason,
      ...previewed,
      lineIds: z.array(fields.id()).check(z.minLength(1), z.maxLength(certificateLimits.linesMax)),
    }),
    ...changed,
    isDangerous: true,
    refusals: [...stepRefusals, refused.line_unknown, bulkRefusals.preview_stale],
  }),
  withdraw: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/withdrawal",
    permission: "certificates.withdraw",
    summary: "End a certificate for good, as previewed",
    input: z.strictObject({ ...at, reason, ...previewed }),
    ...changed,
    isDangerous: true,
    refusals: [...stepRefusals, bulkRefusals.preview_stale],
  }),
  previewWithdrawal: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/withdrawal/preview",
    permission: "certificates.withdraw",
    summary: "What would follow from withdrawing a certificate: done, counted and undone",
    input: z.strictObject({ id: fields.id() }),
    output: CertificateImpact,
    refusals: [commonRefusals.not_found, refused.invalid_step],
  }),
  remind: operation({
    method: "POST",
    path: "/api/v1/certificates/{id}/reminder",
    permission: "certificates.verify",
    summary: "Ask the holder by mail to renew",
    input: z.strictObject(at),
    ...changed,
    refusals: [commonRefusals.not_found, refused.reminder_impossible],
  }),
  previewReminder: operation({
    method: "POST",
    path: "/api/v1/certificates/reminders/preview",
    permission: "certificates.verify",
    summary: "Which holders would be asked to renew",
    input: z.strictObject(chosen),
    output: BulkPreview,
    refusals: bulkRefused,
  }),
  applyReminder: operation({
    method: "POST",
    path: "/api/v1/certificates/reminders",
    permission: "certificates.verify",
    summary: "Ask many holders to renew, as previewed",
    input: z.strictObject({ ...chosen, ...previewed }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, ...bulkRefused],
  }),
  previewAssignment: operation({
    method: "POST",
    path: "/api/v1/certificates/reviewer-changes/preview",
    permission: "certificates.verify",
    summary: "Which certificates would get another reviewer",
    input: z.strictObject(assigned),
    output: BulkPreview,
    refusals: [refused.reviewer_unknown, ...bulkRefused],
  }),
  applyAssignment: operation({
    method: "POST",
    path: "/api/v1/certificates/reviewer-changes",
    permission: "certificates.verify",
    summary: "Give many certificates a reviewer, as previewed",
    input: z.strictObject({ ...assigned, ...previewed }),
    output: BulkResult,
    refusals: [refused.reviewer_unknown, bulkRefusals.preview_stale, ...bulkRefused],
  }),
};
