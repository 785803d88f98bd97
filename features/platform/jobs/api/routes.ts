import { scheduledRuns } from "#api/jobRuns.ts";
import type { RunSource } from "#api/runSource.ts";
import { type Feature, serve } from "#api/serve.ts";
import { cancelRun, listRuns, retryRun } from "#features/platform/jobs/api/service.ts";
import { jobs, jobsMenu } from "#features/platform/jobs/contract.ts";

/** Lists what other areas do in the background. */
export function jobsFeature(declared: readonly RunSource[]): Feature {
  const sources = [...declared, scheduledRuns];
  return {
    routes: serve(jobs, {
      list: (ctx, input) => listRuns(ctx, sources, input, "all"),
      cancel: (ctx, input) => cancelRun(ctx, sources, input, "all"),
      retry: (ctx, input) => retryRun(ctx, sources, input, "all"),
      listOwn: (ctx, input) => listRuns(ctx, sources, input, "own"),
      cancelOwn: (ctx, input) => cancelRun(ctx, sources, input, "own"),
      retryOwn: (ctx, input) => retryRun(ctx, sources, input, "own"),
    }),
    menu: [jobsMenu],
  };
}
