import type messages from "#features/access/api-keys/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    apiKeys: typeof messages;
  }
}

export const apiKeyScreens = recordRoutes({
  name: "apiKeys",
  messages: {
    en: () => import("#features/access/api-keys/web/messages.en.json"),
    ar: () => import("#features/access/api-keys/web/messages.ar.json"),
  },
  menuTitles: { "API keys": { ar: "مفاتيح الواجهة البرمجية" } },
  path: "/apps/user/api-keys",
  operations: () => import("#features/access/api-keys/contract.ts").then(({ apiKeys }) => apiKeys),
  screens: () => import("#features/access/api-keys/web/screens.tsx").then(({ keyScreens }) => keyScreens),
});
