import { bulkRunSource } from "#features/platform/bulk-runs/api/service/runSource.ts";
import type { BulkService } from "#api/bulkBatches.ts";
import { type Feature, serve } from "#api/serve.ts";
import {
  bulkJob,
  confirmRun,
  readRun,
  startRun,
  stopRun,
  undoRun,
} from "#features/platform/bulk-runs/api/service/ownRuns.ts";
import { bulkRunRecords } from "#features/platform/bulk-runs/api/service/personalRecords.ts";
import { continueRun } from "#features/platform/bulk-runs/api/service/runs.ts";
import { bulkRunOperations } from "#features/platform/bulk-runs/contract.ts";

/** Runs the bulk actions of other areas over any number of records. */
export const bulkRunsFeature = (services: readonly BulkService[]): Feature => ({
  routes: serve(bulkRunOperations, {
    start: (ctx, input) => startRun(ctx, services, input),
    read: (ctx, { runId }) => readRun(ctx, services, runId),
    confirm: (ctx, input) => confirmRun(ctx, services, input),
    stop: (ctx, { runId }) => stopRun(ctx, services, runId),
    undo: (ctx, { runId }) => undoRun(ctx, services, runId),
  }),
  personal: [bulkRunRecords],
  runs: bulkRunSource(services),
  jobs: [{ kind: bulkJob, lane: "bulk", run: (ctx, { runId }) => continueRun(ctx, services, String(runId)) }],
});
