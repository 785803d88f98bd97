import type messages from "#features/access/roles/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    roles: typeof messages;
  }
}

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
  history: [
    {
      resource: "roles",
      load: async () => (await import("#features/access/roles/web/useRoleFormatters.ts")).useRoleFormatters,
    },
  ],
  routes: [
    ...lazyRoutes(
      ["/apps/role/roles", "/apps/role/roles/new", "/apps/role/roles/$roleId", "/apps/role/compare"],
      async () => (await import("#features/access/roles/web/screenRoutes.ts")).roleRoutes,
      { "/apps/role": "/apps/role/roles" },
    ),
    {
      // The guard uses menu entries, and this screen has none: it checks its permission itself.
      path: "/apps/permission/why",
      needs: "session",
      load: () => import("#features/access/roles/web/WhyScreen.tsx").then((module) => module.WhyScreen),
    },
  ],
};
