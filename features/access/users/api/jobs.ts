import type { JobHandler } from "#api/jobs.ts";
import { invitationKind, sendInvitationLetter } from "#features/access/users/invitations/api/invitations.ts";
import { emailChangeKind, sendEmailChangeLetter } from "#features/access/users/api/service/emailChanges.ts";
import { letterKind, sendLetter } from "#features/access/users/emails/api/emails.ts";

export const userJobs: readonly JobHandler[] = [
  { kind: invitationKind, lane: "interactive", run: sendInvitationLetter },
  { kind: letterKind, lane: "interactive", run: sendLetter },
  { kind: emailChangeKind, lane: "interactive", run: sendEmailChangeLetter },
];
