import type messages from "#features/catalogue/brands/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    brands: typeof messages;
  }
}

export const brandScreens = recordRoutes({
  name: "brands",
  messages: {
    en: () => import("#features/catalogue/brands/web/messages.en.json"),
    ar: () => import("#features/catalogue/brands/web/messages.ar.json"),
  },
  menuTitles: {
    Brands: { ar: "العلامات التجارية" },
    "New Brand": { ar: "علامة جديدة" },
  },
  path: "/apps/brand/brands",
  redirects: ["/apps/brand"],
  operations: () => import("#features/catalogue/brands/contract.ts").then(({ brands }) => brands),
  screens: () => import("#features/catalogue/brands/web/screens.tsx").then((module) => module.brandScreens),
});
