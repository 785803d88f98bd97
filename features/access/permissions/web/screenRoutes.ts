import { permissions } from "#features/access/permissions/contract.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

export const permissionRoutes = {
  "/apps/permission/permissions": {
    needs: permissions.list,
    load: () =>
      withListMessages(
        import("#features/access/permissions/web/PermissionListScreen.tsx").then(
          (module) => module.PermissionListScreen,
        ),
      ),
  },
  "/apps/permission/permissions/$permissionId": {
    needs: permissions.get,
    load: () =>
      withRecordMessages(
        import("#features/access/permissions/web/PermissionScreen.tsx").then((module) => module.PermissionScreen),
      ),
  },
} satisfies Record<string, LazyRoute>;
