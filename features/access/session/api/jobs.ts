import type { JobHandler } from "#api/jobs.ts";
import { cleaningKind, removeExpired } from "#features/access/session/api/service/cleanupJob.ts";
import {
  registrationEmailJobKind,
  sendRegistrationEmail,
} from "#features/access/session/registration/api/registration.ts";
import { resetEmailJobKind, sendResetEmail } from "#features/access/session/passwords/api/passwordResets.ts";
import { securityEmailJobKind, sendSecurityEmail } from "#features/access/session/api/service/securityEmails.ts";

export const sessionJobs: readonly JobHandler[] = [
  { kind: registrationEmailJobKind, lane: "interactive", run: sendRegistrationEmail },
  { kind: resetEmailJobKind, lane: "interactive", run: sendResetEmail },
  { kind: securityEmailJobKind, lane: "interactive", run: sendSecurityEmail },
  { kind: cleaningKind, lane: "recurring", run: removeExpired },
];
