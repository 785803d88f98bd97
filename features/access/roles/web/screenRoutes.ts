import { roles } from "#features/access/roles/contract.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

const loadList = () =>
  withListMessages(import("#features/access/roles/web/RoleListScreen.tsx").then((module) => module.RoleListScreen));
const loadScreen = () => {
  // A separate chunk that the record needs at once; requested here, it loads in parallel.
  void import("#features/access/roles/web/RoleEditForm.tsx");
  return withRecordMessages(import("#features/access/roles/web/RoleScreen.tsx").then((module) => module.RoleScreen));
};

export const roleRoutes = {
  "/apps/role/roles": { needs: roles.list, load: loadList },
  "/apps/role/roles/new": { needs: roles.create, load: loadScreen },
  "/apps/role/roles/$roleId": { needs: roles.get, load: loadScreen },
  "/apps/role/compare": {
    needs: roles.grantable,
    load: () => import("#features/access/roles/web/CompareScreen.tsx").then((module) => module.CompareScreen),
  },
} satisfies Record<string, LazyRoute>;
