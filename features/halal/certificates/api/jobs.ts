import { hourMs } from "#base/time.ts";
import type { JobHandler } from "#api/jobs.ts";
import { noticeJob } from "#api/notices.ts";
import { letterKind, sendLetter } from "#features/halal/certificates/api/service/letters.ts";
import { certificateNotices, composeNotice } from "#features/halal/certificates/api/service/notices.ts";
import { sweepCertificates } from "#features/halal/certificates/api/service/expiryJob.ts";

/** Midnight comes in some zone every hour. */
export const certificateJobs: readonly JobHandler[] = [
  { kind: "certificates.sweep", lane: "recurring", run: sweepCertificates, everyMs: hourMs },
  noticeJob(certificateNotices, composeNotice),
  { kind: letterKind, lane: "notices", run: sendLetter },
];
