import * as z from "zod/mini";
import * as fields from "#base/fields.ts";
import { ConsequenceShown, impactRefusals } from "#base/impact.ts";
import { refusals } from "#base/refusal.ts";

/** A bulk action takes at most this many records at once. */
export const bulkMax = 10_000;

/**
 * Which records a bulk action means: those named, or all that match the filter.
 * The filter is the list's own (`listFilter`), so that what was seen is what is changed.
 */
export const selection = <Filter extends z.core.$ZodType>(filter: Filter) =>
  z.union([
    z.strictObject({ ids: z.array(fields.id()).check(z.minLength(1), z.maxLength(bulkMax)) }),
    z.strictObject({ filter }),
  ]);
export type Selection<Filter> = { ids: string[] } | { filter: Filter };

/** What a bulk action would do. Nothing is written until it is applied with this `fingerprint`. */
export const BulkPreview = z.object({
  /** Stands for every fact the preview was made of. Changes when one of them does. */
  fingerprint: z.string(),
  /** Records that the selection means. */
  matched: z.int(),
  /** Of them, those that would change; the rest is told in `leftOut`. */
  changing: z.int(),
  /** Up to `examplesMax` of those that would change. */
  examples: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Records that stay as they are, by the code of the reason, the most frequent first. */
  leftOut: z.array(
    z.object({
      code: z.string(),
      count: z.int(),
      examples: z.array(z.object({ id: z.string(), label: z.string() })),
    }),
  ),
  /** What would follow elsewhere; null of an action on which nothing else rests. */
  consequences: z.nullable(z.array(ConsequenceShown)),
});
export type BulkPreview = z.output<typeof BulkPreview>;

export const BulkResult = z.object({ changed: z.int(), leftOut: z.int() });
export type BulkResult = z.output<typeof BulkResult>;

/** Records named in a preview to recognise the rest by. */
export const examplesMax = 5;

export const bulkRefusals = {
  ...impactRefusals,
  ...refusals({
    too_many_rows: { status: 413, message: "This is more than {limit} records at once. Narrow the filter." },
  }),
};
