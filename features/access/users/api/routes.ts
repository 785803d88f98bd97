import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { userJobs } from "#features/access/users/api/jobs.ts";
import {
  addressChange,
  addressReplacement,
  admission,
  disabling,
  invitation,
  newInvitationLink,
  rightsChange,
} from "#features/access/users/api/service/approvable.ts";
import { seedUsers } from "#features/access/users/api/seed.ts";
import { readUserActivity } from "#features/access/users/record/api/activity.ts";
import {
  applyRole,
  applySignOut,
  applyStatuses,
  previewRole,
  previewSignOut,
  previewStatuses,
} from "#features/access/users/api/service/bulkChanges.ts";
import { eraseUser } from "#features/access/users/record/api/erasure.ts";
import { usersHome } from "#features/access/users/api/service/home.ts";
import { exportUsers } from "#features/access/users/api/service/exports.ts";
import { withdrawInvitation } from "#features/access/users/invitations/api/invitations.ts";
import {
  countUsersByStatus,
  listUsers,
  readUserChoices,
  searchableUsers,
} from "#features/access/users/api/service/lists.ts";
import { readEffectivePermissions } from "#features/access/users/rights/api/permissions.ts";
import { exportUser, userRecords } from "#features/access/users/record/api/personalRecords.ts";
import { stopEmailChange } from "#features/access/users/record/api/profiles.ts";
import { getUser, userRows } from "#features/access/users/api/service/records.ts";
import { endUserSession, endUserSessions, listUserSessions } from "#features/access/users/sessions/api/sessions.ts";
import { declineUser } from "#features/access/users/record/api/statuses.ts";
import { users, usersMenu } from "#features/access/users/contract.ts";

export const usersFeature: Feature = {
  routes: serve(users, {
    list: listUsers,
    countByStatus: countUsersByStatus,
    choices: readUserChoices,
    exportCsv: exportUsers,
    get: getUser,
    permissions: readEffectivePermissions,
    activity: readUserActivity,
    invite: (ctx, input) => throughApproval(ctx, invitation, input),
    resendInvitation: (ctx, input) => throughApproval(ctx, newInvitationLink, input),
    withdrawInvitation,
    update: (ctx, input) => throughApproval(ctx, addressChange, input),
    replaceEmail: (ctx, input) => throughApproval(ctx, addressReplacement, input),
    stopEmailChange,
    changeRights: (ctx, input) => throughApproval(ctx, rightsChange, input),
    approve: (ctx, input) => throughApproval(ctx, admission, input),
    decline: declineUser,
    changeStatus: (ctx, input) => throughApproval(ctx, disabling, input),
    sessions: listUserSessions,
    endSession: endUserSession,
    endSessions: endUserSessions,
    exportPerson: exportUser,
    erase: eraseUser,
    previewStatuses,
    applyStatuses,
    previewRole,
    applyRole,
    previewSignOut,
    applySignOut,
  }),
  menu: [usersMenu],
  scopedRows: [userRows],
  live: [
    { resource: "users", read: users.get, rows: userRows, scopeFields: ["scopes", "createdBy"], isAboutRights: true },
  ],
  searchable: [searchableUsers],
  approvals: [rightsChange, admission, invitation, newInvitationLink, disabling, addressChange, addressReplacement],
  personal: [userRecords],
  jobs: userJobs,
  home: usersHome,
  seed: seedUsers,
};
