import * as z from "zod/mini";
import { bulkRefusals, selection } from "#base/bulk.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals } from "#base/refusal.ts";
import { CertificateFilter } from "#features/halal/certificates/contract/list.ts";
import { certificateRefusals } from "#features/halal/certificates/contract/refusals.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import { Certificate } from "#features/halal/certificates/record/contract/records.ts";

// What the operations of several parts of a certificate have in common.

/** The version of a certificate that the caller has seen. */
export const at = { id: fields.id(), version: fields.version() };
export const changed = { output: Certificate, versioned: true } as const;
export const reason = fields.text({ min: 1, max: certificateLimits.reasonMax, multiline: true });
/** Of the impact that was shown. */
export const previewed = { fingerprint: z.string().check(z.maxLength(100)) };
export const transitionRefusals = [
  commonRefusals.not_found,
  certificateRefusals.invalid_step,
  certificateRefusals.step_blocked,
] as const;
/** For bulk actions. */
export const selected = { selection: selection(CertificateFilter) };
export const bulkRefused = [bulkRefusals.too_many_rows] as const;
