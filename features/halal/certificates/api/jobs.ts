import { hourMs } from "#base/time.ts";
import type { JobHandler } from "#api/jobs.ts";
import { noticeJob } from "#api/notices.ts";
import { earlierEmailJob, sendEarlierEmail } from "#features/halal/certificates/emails/api/reminderEmails.ts";
import { certificateNotices, composeNotice } from "#features/halal/certificates/emails/api/notices.ts";
import { sweepCertificates } from "#features/halal/certificates/validity/api/expiryJob.ts";

/** Midnight comes in some zone every hour. */
export const certificateJobs: readonly JobHandler[] = [
  { kind: "certificates.sweep", lane: "recurring", run: sweepCertificates, everyMs: hourMs },
  noticeJob(certificateNotices, composeNotice),
  { kind: earlierEmailJob, lane: "notices", run: sendEarlierEmail },
];
