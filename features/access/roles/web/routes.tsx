import type messages from "#features/access/roles/web/messages.en.json";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    roles: typeof messages;
  }
}

const contract = () => import("#features/access/roles/contract.ts").then(({ roles }) => roles);
const loadScreen = () => {
  // A separate chunk that the record needs at once; imported here, it loads in parallel.
  void import("#features/access/roles/web/RoleEditForm.tsx");
  return withRecordMessages(import("#features/access/roles/web/RoleScreen.tsx").then((module) => module.RoleScreen));
};
const loadList = () =>
  withListMessages(import("#features/access/roles/web/RoleListScreen.tsx").then((module) => module.RoleListScreen));

/** Routes for roles, for comparing two roles, and for explaining permissions. */
export const roleScreens: Screens = {
  name: "roles",
  messages: {
    en: () => import("#features/access/roles/web/messages.en.json"),
    ar: () => import("#features/access/roles/web/messages.ar.json"),
  },
  menuTitles: {
    Permissions: { ar: "الصلاحيات" },
    Roles: { ar: "الأدوار" },
    "Compare roles": { ar: "مقارنة الأدوار" },
  },
  routes: [
    { path: "/apps/role", needs: "session", load: loadList, redirectTo: "/apps/role/roles" },
    { path: "/apps/role/roles", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/role/roles/new", needs: async () => (await contract()).create, load: loadScreen },
    { path: "/apps/role/roles/$roleId", needs: async () => (await contract()).get, load: loadScreen },
    {
      path: "/apps/role/compare",
      needs: async () => (await contract()).grantable,
      load: () => import("#features/access/roles/web/CompareScreen.tsx").then((module) => module.CompareScreen),
    },
    {
      // The guard uses menu entries, and this screen has none: it checks its permission itself.
      path: "/apps/permission/why",
      needs: "session",
      load: () => import("#features/access/roles/web/WhyScreen.tsx").then((module) => module.WhyScreen),
    },
  ],
};
