import type { JobHandler } from "#api/jobs.ts";
import { cleaningKind, removeExpired } from "#features/session/api/service/cleaning.ts";
import { registrationLetterKind, sendRegistrationLetter } from "#features/session/api/service/registration.ts";
import { resetLetterKind, sendResetLetter } from "#features/session/api/service/passwordResets.ts";
import { securityLetterKind, sendSecurityLetter } from "#features/session/api/service/securityLetters.ts";

export const sessionJobs: readonly JobHandler[] = [
  { kind: registrationLetterKind, run: sendRegistrationLetter },
  { kind: resetLetterKind, run: sendResetLetter },
  { kind: securityLetterKind, run: sendSecurityLetter },
  { kind: cleaningKind, run: removeExpired },
];
