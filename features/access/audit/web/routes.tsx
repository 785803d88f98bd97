import type messages from "#features/access/audit/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    audit: typeof messages;
  }
}

export const auditScreens: Screens = {
  name: "audit",
  messages: {
    en: () => import("#features/access/audit/web/messages.en.json"),
    ar: () => import("#features/access/audit/web/messages.ar.json"),
  },
  menuTitles: { Permissions: { ar: "الصلاحيات" }, "Audit log": { ar: "سجل التدقيق" } },
  routes: lazyRoutes(
    ["/apps/audit/entries", "/apps/audit/entries/$entryId"],
    async () => (await import("#features/access/audit/web/screenRoutes.ts")).auditRoutes,
    { "/apps/audit": "/apps/audit/entries" },
  ),
};
