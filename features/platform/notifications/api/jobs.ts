import { dayMs, minuteMs } from "#base/time.ts";
import type { JobHandler } from "#api/jobs.ts";
import { deleteOldNotifications, sendNotificationEmails } from "#features/platform/notifications/api/service/emails.ts";
import { ringKind, ringReminders } from "#features/platform/notifications/api/service/followed.ts";

export const notificationJobs: readonly JobHandler[] = [
  { kind: ringKind, lane: "notices", run: ringReminders },
  { kind: "notifications.emails", lane: "notices", everyMs: minuteMs, run: sendNotificationEmails },
  { kind: "notifications.cleanup", lane: "recurring", everyMs: dayMs, run: deleteOldNotifications },
];
