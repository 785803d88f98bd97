import type messages from "#features/retail/assignments/web/messages.en.json";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    assignments: typeof messages;
  }
}

export const assignmentScreens: Screens = {
  name: "assignments",
  messages: {
    en: () => import("#features/retail/assignments/web/messages.en.json"),
    ar: () => import("#features/retail/assignments/web/messages.ar.json"),
  },
  routes: lazyRoutes(
    ["/apps/retailer/assign-products", "/apps/retailer/assign-products/$retailerId"],
    async () => (await import("#features/retail/assignments/web/screenRoutes.ts")).assignmentRoutes,
  ),
};
