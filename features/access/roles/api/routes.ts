import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { removeRole } from "#features/access/roles/api/service/changes.ts";
import { roleChange, roleCreation } from "#features/access/roles/api/service/approvable.ts";
import { exportRoles } from "#features/access/roles/api/service/exports.ts";
import { readGrantable, readRoleMenu } from "#features/access/roles/api/service/grantable.ts";
import { listHolders } from "#features/access/roles/api/service/holderList.ts";
import { listRoles } from "#features/access/roles/api/service/lists.ts";
import { getRole, readRoleActivity, roleRows } from "#features/access/roles/api/service/records.ts";
import { roles, rolesMenu } from "#features/access/roles/contract.ts";

export const rolesFeature: Feature = {
  routes: serve(roles, {
    list: listRoles,
    exportCsv: exportRoles,
    grantable: readGrantable,
    get: getRole,
    holders: listHolders,
    menu: readRoleMenu,
    activity: readRoleActivity,
    create: (ctx, input) => throughApproval(ctx, roleCreation, input),
    update: (ctx, input) => throughApproval(ctx, roleChange, input),
    remove: removeRole,
  }),
  menu: [rolesMenu],
  scopedRows: [roleRows],
  live: [{ resource: "roles", read: roles.get, rows: roleRows, isAboutRights: true }],
  approvals: [roleChange, roleCreation],
};
