import type { HomeParts } from "#api/home.ts";
import { type Feature, serve } from "#api/serve.ts";
import { seedHistory } from "#features/platform/home/api/seed.ts";
import { figureJob } from "#features/platform/home/api/service/figureJob.ts";
import { dismissFirstSteps, homeRecords, readFirstSteps } from "#features/platform/home/api/service/firstSteps.ts";
import { gatherHome, readHome } from "#features/platform/home/api/service/home.ts";
import { home } from "#features/platform/home/contract.ts";

/** The home screen of what the other areas declare for it. */
export function homeFeature(parts: readonly HomeParts[]): Feature {
  const all = gatherHome(parts);
  return {
    routes: serve(home, {
      read: (ctx, input) => readHome(ctx, all, input),
      firstSteps: (ctx) => readFirstSteps(ctx, all.steps),
      dismissFirstSteps: (ctx, input) => dismissFirstSteps(ctx, all.steps, input),
    }),
    jobs: [figureJob(all.figures)],
    personal: [homeRecords],
    seed: (ctx) => seedHistory(ctx, all.figures),
  };
}
