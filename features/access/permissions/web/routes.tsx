import type messages from "#features/access/permissions/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    permissions: typeof messages;
  }
}

export const permissionScreens: Screens = {
  name: "permissions",
  messages: {
    en: () => import("#features/access/permissions/web/messages.en.json"),
    ar: () => import("#features/access/permissions/web/messages.ar.json"),
  },
  routes: lazyRoutes(
    ["/apps/permission/permissions", "/apps/permission/permissions/$permissionId"],
    async () => (await import("#features/access/permissions/web/screenRoutes.ts")).permissionRoutes,
    { "/apps/permission": "/apps/permission/permissions" },
  ),
};
