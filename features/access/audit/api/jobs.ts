import { minuteMs } from "#base/time.ts";
import type { JobHandler } from "#api/jobs.ts";
import { sealEntries } from "#features/access/audit/api/service/seals.ts";
import { recordTallies } from "#features/access/audit/api/service/accessAudit.ts";

export const auditJobs: readonly JobHandler[] = [
  {
    kind: "audit.seal",
    lane: "recurring",
    everyMs: minuteMs,
    run: async (ctx) => {
      await recordTallies(ctx);
      await sealEntries(ctx);
    },
  },
];
