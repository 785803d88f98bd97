import type { JobHandler } from "#api/jobs.ts";
import { letterKind, sendReminders } from "#demos/todo/api/service/letters.ts";
import { ringKind, ringReminders } from "#demos/todo/api/service/reminders.ts";

export const todoJobs: readonly JobHandler[] = [
  { kind: ringKind, lane: "recurring", run: ringReminders },
  { kind: letterKind, lane: "notices", run: sendReminders },
];
