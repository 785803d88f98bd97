import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { refusals } from "#base/refusal.ts";

/** A record of another area that a change affects: a retailer, with the number of its products. */
const Reached = z.object({
  resource: z.string(),
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  count: z.int(),
});
export type AffectedRecord = z.output<typeof Reached>;

/** A side effect of a change in another area, expected or done: `assignments`, `paused`, 14. */
export const SideEffectSummary = z.object({
  resource: z.string(),
  verb: z.string(),
  count: z.int(),
  /** More detailed counts, such as `{retailers: 9}`. */
  facts: z.record(z.string(), z.int()),
  /** The first affected records, those with the most products first, as far as the reader may see them. */
  reaches: z.array(Reached),
});
export type SideEffectSummary = z.output<typeof SideEffectSummary>;

/**
 * The side effects of a change in other areas: found by making the change and rolling it back, so that they are exact.
 */
export const Impact = z.object({
  /** Covers every fact that the preview is based on. The change is made with it, or refused as `preview_stale`. */
  fingerprint: z.string(),
  consequences: z.array(SideEffectSummary),
});
export type Impact = z.output<typeof Impact>;

/**
 * The verb of a consequence in which products lose a requirement: a certificate, or a rule for meat
 * (docs/decisions/0045).
 */
export const requirementLost = "requirementLost";

/** Whether a change requires less of products than before, so that it needs a reason and a second person. */
export const losesRequirement = (consequences: readonly Pick<SideEffectSummary, "verb" | "count">[]): boolean =>
  consequences.some(({ verb, count }) => verb === requirementLost && count > 0);

export const impactReasonMax = 500;

export const impactFingerprint = () => z.string().check(z.maxLength(100));

/**
 * For a change that can be previewed: with the fingerprint it is made only if its side effects are those that were
 * shown.
 */
export const asPreviewed = { fingerprint: z.optional(impactFingerprint()) };

/** For a change that may take a requirement from products. */
export const withGrounds = { reason: z.optional(fields.text({ min: 1, max: impactReasonMax, multiline: true })) };

export const impactRefusals = refusals({
  preview_busy: {
    status: 503,
    message: "Another preview or change of these records is in progress. Try again in {retryAfterSeconds} seconds.",
  },
  loss_needs_reason: {
    status: 422,
    message: "This removes a halal requirement from products. Review the preview and enter a reason.",
  },
  preview_stale: { status: 409, message: "These records changed since the preview. Review it again." },
});
