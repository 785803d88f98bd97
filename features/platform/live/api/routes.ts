import { hourMs } from "#base/time.ts";
import { liveRecords } from "#api/live/presence.ts";
import { deleteOldEvents } from "#api/live/sequence.ts";
import { type Feature, serve } from "#api/serve.ts";
import { listPresence, setPresence } from "#features/platform/live/api/service.ts";
import { live } from "#features/platform/live/contract.ts";

export const liveFeature: Feature = {
  routes: serve(live, { stream: (ctx, input) => ctx.live.open(ctx, input), listPresence, setPresence }),
  personal: [liveRecords],
  jobs: [{ kind: "live.forget", lane: "recurring", run: deleteOldEvents, everyMs: hourMs }],
};
