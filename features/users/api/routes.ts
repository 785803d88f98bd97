import { type Feature, serve } from "#api/serve.ts";
import { userJobs } from "#features/users/api/jobs.ts";
import { readUserActivity } from "#features/users/api/service/activity.ts";
import {
  applyRole,
  applySignOut,
  applyStatuses,
  previewRole,
  previewSignOut,
  previewStatuses,
} from "#features/users/api/service/bulkChanges.ts";
import { erasePerson } from "#features/users/api/service/erasure.ts";
import { exportUsers } from "#features/users/api/service/exports.ts";
import { inviteUser, resendInvitation, withdrawInvitation } from "#features/users/api/service/invitations.ts";
import { countUsersByStatus, listUsers, readUserChoices } from "#features/users/api/service/lists.ts";
import { readEffectivePermissions } from "#features/users/api/service/permissions.ts";
import { exportPerson, userRecords } from "#features/users/api/service/personalRecords.ts";
import { updateUser } from "#features/users/api/service/profiles.ts";
import { getUser, userRows } from "#features/users/api/service/records.ts";
import { changeRights } from "#features/users/api/service/rightsChanges.ts";
import { endPersonSession, endPersonSessions, listPersonSessions } from "#features/users/api/service/sessions.ts";
import { approveUser, changeUserStatus, declineUser } from "#features/users/api/service/statuses.ts";
import { users, usersMenu } from "#features/users/contract.ts";

export const usersFeature: Feature = {
  routes: serve(users, {
    list: listUsers,
    countByStatus: countUsersByStatus,
    choices: readUserChoices,
    exportCsv: exportUsers,
    get: getUser,
    permissions: readEffectivePermissions,
    activity: readUserActivity,
    invite: inviteUser,
    resendInvitation,
    withdrawInvitation,
    update: updateUser,
    changeRights,
    approve: approveUser,
    decline: declineUser,
    changeStatus: changeUserStatus,
    sessions: listPersonSessions,
    endSession: endPersonSession,
    endSessions: endPersonSessions,
    exportPerson,
    erase: erasePerson,
    previewStatuses,
    applyStatuses,
    previewRole,
    applyRole,
    previewSignOut,
    applySignOut,
  }),
  menu: [usersMenu],
  scopedRows: [userRows],
  personal: [userRecords],
  jobs: userJobs,
};
