import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { readPattern } from "#features/loyalty/promocodes/rules/codes.ts";
import { termsLimits } from "#features/loyalty/promocodes/rules/terms.ts";

const batchLimits = { quantity: 1_000_000, pattern: 40 } as const;

export const batchStatuses = ["waiting", "running", "done", "cancelled", "failed"] as const;

export const CodeBatch = z.object({
  id: z.string(),
  promocodeId: z.string(),
  quantity: z.int(),
  /** How many codes there are so far. */
  generated: z.int(),
  pattern: z.string(),
  usesMax: z.int(),
  validFrom: z.nullable(z.string()),
  validTo: z.nullable(z.string()),
  status: z.enum(batchStatuses),
  createdAt: z.string(),
});
export type CodeBatch = z.output<typeof CodeBatch>;

export const batchRefusals = refusals({
  pattern_too_short: {
    status: 422,
    message: "Codes of this pattern could be guessed. Add # characters: a batch of this size needs at least {needed}.",
  },
  codes_not_unique: { status: 409, message: "This promocode has no unique codes." },
  batch_id_taken: { status: 409, message: "A batch with this ID already exists." },
  batch_ended: { status: 409, message: "This batch is already complete." },
});
const { pattern_too_short, codes_not_unique, batch_id_taken, batch_ended } = batchRefusals;

const pattern = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.maxLength(batchLimits.pattern),
  z.refine((text) => readPattern(text) !== null, { error: "code_pattern" }),
);

export const NewBatch = z.strictObject({
  quantity: z.int().check(z.minimum(1), z.maximum(batchLimits.quantity)),
  /** `RMDN-########`: a prefix, and `#` for each drawn character. */
  pattern,
  usesMax: z._default(z.int().check(z.minimum(1), z.maximum(termsLimits.uses)), 1),
  validFrom: z._default(z.nullable(fields.instant()), null),
  validTo: z._default(z.nullable(fields.instant()), null),
});
export type NewBatch = z.output<typeof NewBatch>;

export const codeBatches = {
  list: operation({
    method: "GET",
    path: "/api/v1/promocodes/{id}/batches",
    reads: [{ resource: "promocodes", id: "id" }],
    permission: "codes.read",
    summary: "The batches of unique codes of a promocode, newest first",
    input: z.strictObject({ id: fields.id() }),
    output: z.object({ rows: z.array(CodeBatch) }),
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/promocodes/{id}/batches",
    permission: "codes.create",
    summary: "Generate unique codes in the background (idempotent: the client supplies the batch’s ID)",
    input: z.strictObject({
      id: fields.id(),
      batchId: fields.id(),
      ...NewBatch.shape,
    }),
    output: CodeBatch,
    refusals: [commonRefusals.not_found, pattern_too_short, codes_not_unique, batch_id_taken],
  }),
  cancel: operation({
    method: "POST",
    path: "/api/v1/batches/{batchId}/cancel",
    permission: "codes.create",
    summary: "Stop generating a batch. Codes that exist already stay",
    input: z.strictObject({ batchId: fields.id() }),
    output: CodeBatch,
    refusals: [commonRefusals.not_found, batch_ended],
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/batches/{batchId}/codes.csv",
    permission: "codes.export",
    summary: "The codes of a batch, as a CSV file",
    isDangerous: true,
    input: z.strictObject({ batchId: fields.id() }),
    output: z.string(),
    reply: "csv",
    refusals: [commonRefusals.not_found],
  }),
};
