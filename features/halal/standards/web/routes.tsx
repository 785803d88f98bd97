import type messages from "#features/halal/standards/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    standards: typeof messages;
  }
}

/** Screens of halal standards, one record per edition. Their operations are in the contract of the certifiers. */
export const standardScreens = recordRoutes({
  name: "standards",
  resource: "halalStandards",
  messages: {
    en: () => import("#features/halal/standards/web/messages.en.json"),
    ar: () => import("#features/halal/standards/web/messages.ar.json"),
  },
  menuTitles: { Standards: { ar: "المواصفات" } },
  path: "/apps/certifier/standards",
  operations: () => import("#features/halal/certifiers/contract.ts").then(({ standards }) => standards),
  screens: () => import("#features/halal/standards/web/screens.tsx").then((module) => module.standardScreens),
});
