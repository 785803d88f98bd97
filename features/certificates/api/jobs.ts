import { hourMs } from "#base/time.ts";
import type { JobHandler } from "#api/jobs.ts";
import { letterKind, sendLetter } from "#features/certificates/api/service/letters.ts";
import { sweepCertificates } from "#features/certificates/api/service/sweeping.ts";

/** Midnight comes in some zone every hour. */
export const certificateJobs: readonly JobHandler[] = [
  { kind: "certificates.sweep", lane: "recurring", run: sweepCertificates, everyMs: hourMs },
  { kind: letterKind, lane: "notices", run: sendLetter },
];
