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
  // A part of its own, which the record needs at once; asked for here, it travels beside the rest.
  void import("#features/access/roles/web/RoleEditForm.tsx");
  return withRecordMessages(import("#features/access/roles/web/RoleScreen.tsx").then((module) => module.RoleScreen));
};
const loadList = () =>
  withListMessages(import("#features/access/roles/web/RoleListScreen.tsx").then((module) => module.RoleListScreen));

/** Roles, two of them side by side, and why somebody may do something. */
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
      // No entry of the menu leads here, which the guard goes by: the screen itself asks for its permission.
      path: "/apps/permission/why",
      needs: "session",
      load: () => import("#features/access/roles/web/WhyScreen.tsx").then((module) => module.WhyScreen),
    },
  ],
};
