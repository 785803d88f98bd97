import type { JobHandler } from "#api/jobs.ts";
import { reminderEmailKind, sendReminders } from "#demos/todo/api/service/reminderEmails.ts";
import { ringKind, ringReminders } from "#demos/todo/api/service/reminders.ts";

export const todoJobs: readonly JobHandler[] = [
  { kind: ringKind, lane: "recurring", run: ringReminders },
  { kind: reminderEmailKind, lane: "notices", run: sendReminders },
];
