import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { SideEffectSummary, impactRefusals } from "#base/impact.ts";
import { refusals } from "#base/refusal.ts";

/** The most records that a bulk action accepts. */
export const bulkMax = 10_000;

/**
 * The records of a bulk action: named ones, or all that match the filter. The filter is the list's own (`listFilter`),
 * so that the action changes what the list showed.
 */
export const selection = <Filter extends z.core.$ZodType>(filter: Filter) =>
  z.union([
    z.strictObject({ ids: z.array(fields.id()).check(z.minLength(1), z.maxLength(bulkMax)) }),
    z.strictObject({ filter }),
  ]);
export type Selection<Filter> = { ids: string[] } | { filter: Filter };

/** What a bulk action would do. Nothing is written until it is applied with this `fingerprint`. */
export const BulkPreview = z.object({
  /** Covers every fact that the preview is based on. Changes when one of them does. */
  fingerprint: z.string(),
  /** The records that the selection matches. */
  matched: z.int(),
  /** The records among them that would change; the rest are in `leftOut`. */
  changing: z.int(),
  /** Up to `examplesMax` of the records that would change. */
  examples: z.array(z.object({ id: z.string(), label: z.string() })),
  /** The records that stay unchanged, by the code of the reason, the most frequent first. */
  leftOut: z.array(
    z.object({
      code: z.string(),
      count: z.int(),
      examples: z.array(z.object({ id: z.string(), label: z.string() })),
    }),
  ),
  /** The side effects in other areas; null for an action that can't have any. */
  consequences: z.nullable(z.array(SideEffectSummary)),
});
export type BulkPreview = z.output<typeof BulkPreview>;

export const BulkResult = z.object({ changed: z.int(), leftOut: z.int() });
export type BulkResult = z.output<typeof BulkResult>;

/** How many records a preview names as examples. */
export const examplesMax = 5;

export const bulkRefusals = {
  ...impactRefusals,
  ...refusals({
    too_many_rows: {
      status: 413,
      message: "More than {limit} records selected. Narrow the filter and work in batches.",
    },
  }),
};
