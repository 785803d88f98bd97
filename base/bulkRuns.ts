import * as z from "zod/mini";
import { BulkPreview } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { impactFingerprint, impactReasonMax, impactRefusals } from "#base/impact.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { undoStates } from "#base/runs.ts";

export const bulkRunLimits = {
  rowsMax: 1_000_000,
  /** Records that are read, checked and stored at a time. */
  sliceRows: 5000,
  /** Records that are changed in one transaction. */
  batchRows: 200,
  /** A run can be undone for so long after its end. */
  undoHours: 24,
} as const;

export const bulkRunRefusals = refusals({
  all_at_once: { status: 409, message: "This action changes all records at once or none. Select fewer records." },
  run_exists: { status: 409, message: "A different run was already started with this ID." },
  run_not_ready: { status: 409, message: "This run isn’t waiting to be confirmed." },
  run_not_undoable: { status: 409, message: "This run can’t be undone, or no longer." },
});

export const bulkRunStates = ["counting", "ready", "running", "done", "stopped", "failed"] as const;

/** A bulk action over many records: first counted, then confirmed, then carried out in batches. Or the undo of one. */
export const BulkRun = z.object({
  id: z.string(),
  /** The path of the operation that applies the action to fewer records. */
  operation: z.string(),
  state: z.enum(bulkRunStates),
  /** Why it ended early: `rights_lost`, `too_many_rows`, or the code of a refusal. */
  notice: z.nullable(z.string()),
  isStopping: z.boolean(),
  /** Records counted so far; once it is ready, all that the selection matches. */
  matched: z.int(),
  /** What it would do; null while it counts. Its fingerprint confirms the run. */
  preview: z.nullable(BulkPreview),
  changed: z.int(),
  /** Records that were changed by others since they were counted. They stay as they are. */
  moved: z.int(),
  /** Records that can no longer be changed, for another reason. */
  leftOut: z.int(),
  /** Null if it can’t be undone, or not yet, or no longer. */
  undo: z.nullable(z.enum(undoStates)),
  createdAt: fields.instant(),
  finishedAt: z.nullable(fields.instant()),
});
export type BulkRun = z.output<typeof BulkRun>;

const one = { runId: fields.id() };
const permitted = [commonRefusals.permission_denied, commonRefusals.not_found] as const;

// The operation that a run applies decides who may start it, so the service checks it; users see only their own runs.
// The calls are here, because the lists of all areas use them (web/list).
export const bulkRuns = {
  start: operation({
    method: "POST",
    path: "/api/v1/bulk-runs",
    permission: "session",
    summary: "Count the records of a bulk action that runs in batches (idempotent: the client supplies the ID)",
    input: z.strictObject({
      ...one,
      /** The path of the operation that applies the action to fewer records. */
      operation: z.string().check(z.regex(/^\/api\/v1\/[a-z0-9/-]{1,100}$/)),
      /** The input of that operation, without its fingerprint. */
      input: z.record(z.string(), z.unknown()),
    }),
    output: BulkRun,
    refusals: [...permitted, bulkRunRefusals.all_at_once, bulkRunRefusals.run_exists],
  }),
  read: operation({
    method: "GET",
    path: "/api/v1/bulk-runs/{runId}",
    permission: "session",
    summary: "Get a bulk run with its preview and progress",
    input: z.strictObject(one),
    output: BulkRun,
    refusals: permitted,
  }),
  confirm: operation({
    method: "POST",
    path: "/api/v1/bulk-runs/{runId}/confirm",
    permission: "session",
    summary: "Start the batches of a counted bulk run (idempotent)",
    input: z.strictObject({
      ...one,
      /** As the preview says. */
      changing: z.int().check(z.minimum(1), z.maximum(bulkRunLimits.rowsMax)),
      fingerprint: impactFingerprint(),
      /** For an action that needs one. */
      reason: z.optional(fields.text({ min: 1, max: impactReasonMax, multiline: true })),
    }),
    output: BulkRun,
    refusals: [...permitted, impactRefusals.preview_stale, bulkRunRefusals.run_not_ready],
  }),
  stop: operation({
    method: "POST",
    path: "/api/v1/bulk-runs/{runId}/stop",
    permission: "session",
    summary: "Stop a bulk run before its next batch. Records that were changed stay changed",
    input: z.strictObject(one),
    output: BulkRun,
    refusals: permitted,
  }),
  undo: operation({
    method: "POST",
    path: "/api/v1/bulk-runs/{runId}/undo",
    permission: "session",
    summary: "Undo an ended bulk run, by a run that sets back the records it changed (idempotent)",
    input: z.strictObject(one),
    /** The run that undoes it. */
    output: BulkRun,
    refusals: [...permitted, bulkRunRefusals.run_not_undoable],
  }),
};
