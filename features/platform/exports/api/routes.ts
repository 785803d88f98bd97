import { exportRunSource } from "#features/platform/exports/api/service/runSource.ts";
import { hourMs } from "#base/time.ts";
import { type Feature, type Route, serve } from "#api/serve.ts";
import { createTicket, downloadExport } from "#features/platform/exports/api/service/downloads.ts";
import {
  exportJob,
  isExport,
  readExport,
  startExport,
  stopExport,
  streamExport,
} from "#features/platform/exports/api/service/ownExports.ts";
import { exportRecords } from "#features/platform/exports/api/service/personalRecords.ts";
import { continueExport, removeOldExports } from "#features/platform/exports/api/service/runs.ts";
import { exportOperations } from "#features/platform/exports/contract.ts";

/** Exports the lists of other areas as files. */
export function exportsFeature(all: readonly Route[]): Feature {
  const routes = all.filter(({ operation }) => isExport(operation));
  return {
    routes: serve(exportOperations, {
      stream: (ctx, input) => streamExport(ctx, routes, input),
      start: (ctx, input) => startExport(ctx, routes, input),
      read: (ctx, { exportId }) => readExport(ctx, routes, exportId),
      stop: (ctx, { exportId }) => stopExport(ctx, routes, exportId),
      createTicket: (ctx, { exportId }) => createTicket(ctx, routes, exportId),
      download: (ctx, input) => downloadExport(ctx, routes, input),
    }),
    personal: [exportRecords],
    runs: exportRunSource,
    jobs: [
      { kind: exportJob, lane: "exports", run: (ctx, { exportId }) => continueExport(ctx, routes, String(exportId)) },
      { kind: "exports.cleanup", lane: "recurring", everyMs: hourMs, run: removeOldExports },
    ],
  };
}
