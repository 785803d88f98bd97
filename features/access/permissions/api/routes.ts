import { type Feature, serve } from "#api/serve.ts";
import { getPermission, listPermissions } from "#features/access/permissions/api/service/catalogue.ts";
import { explainPermission } from "#features/access/permissions/api/service/explain.ts";
import { listPermissionHolders } from "#features/access/permissions/api/service/holderList.ts";
import { findObjects } from "#features/access/permissions/api/service/objects.ts";
import { permissions, permissionsMenu } from "#features/access/permissions/contract.ts";

export const permissionsFeature: Feature = {
  routes: serve(permissions, {
    list: listPermissions,
    explain: explainPermission,
    objects: findObjects,
    get: getPermission,
    holders: listPermissionHolders,
  }),
  menu: [permissionsMenu],
};
