import type { JobHandler } from "#api/jobs.ts";
import { invitationKind, sendInvitationEmail } from "#features/access/users/invitations/api/invitations.ts";
import { emailChangeKind, sendEmailChangeEmail } from "#features/access/users/api/service/emailChanges.ts";
import { emailJobKind, enqueueUserEmail } from "#features/access/users/emails/api/emails.ts";

export const userJobs: readonly JobHandler[] = [
  { kind: invitationKind, lane: "interactive", run: sendInvitationEmail },
  { kind: emailJobKind, lane: "interactive", run: enqueueUserEmail },
  { kind: emailChangeKind, lane: "interactive", run: sendEmailChangeEmail },
];
