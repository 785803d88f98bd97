import type messages from "#features/loyalty/members/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    members: typeof messages;
  }
}

export const memberScreens = recordRoutes({
  name: "members",
  messages: {
    en: () => import("#features/loyalty/members/web/messages.en.json"),
    ar: () => import("#features/loyalty/members/web/messages.ar.json"),
  },
  menuTitles: { Members: { ar: "الأعضاء" } },
  path: "/apps/promocode/members",
  operations: () => import("#features/loyalty/members/contract.ts").then((module) => module.members),
  screens: () => import("#features/loyalty/members/web/screens.tsx").then((module) => module.memberScreens),
});
