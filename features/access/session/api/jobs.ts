import type { JobHandler } from "#api/jobs.ts";
import { cleaningKind, removeExpired } from "#features/access/session/api/service/cleaning.ts";
import { registrationLetterKind, sendRegistrationLetter } from "#features/access/session/api/service/registration.ts";
import { resetLetterKind, sendResetLetter } from "#features/access/session/api/service/passwordResets.ts";
import { securityLetterKind, sendSecurityLetter } from "#features/access/session/api/service/securityLetters.ts";

export const sessionJobs: readonly JobHandler[] = [
  { kind: registrationLetterKind, lane: "interactive", run: sendRegistrationLetter },
  { kind: resetLetterKind, lane: "interactive", run: sendResetLetter },
  { kind: securityLetterKind, lane: "interactive", run: sendSecurityLetter },
  { kind: cleaningKind, lane: "recurring", run: removeExpired },
];
