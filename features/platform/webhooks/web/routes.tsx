import type messages from "#features/platform/webhooks/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    webhooks: typeof messages;
  }
}

export const webhookScreens = recordRoutes({
  name: "webhooks",
  messages: {
    en: () => import("#features/platform/webhooks/web/messages.en.json"),
    ar: () => import("#features/platform/webhooks/web/messages.ar.json"),
  },
  menuTitles: { Webhooks: { ar: "إشعارات الأنظمة" } },
  path: "/apps/user/webhooks",
  operations: () => import("#features/platform/webhooks/contract.ts").then(({ webhooks }) => webhooks),
  screens: () => import("#features/platform/webhooks/web/screens.tsx").then((module) => module.webhookScreens),
});
