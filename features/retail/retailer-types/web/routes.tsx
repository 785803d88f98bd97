import type messages from "#features/retail/retailer-types/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    retailerTypes: typeof messages;
  }
}

export const retailerTypeScreens = recordRoutes({
  name: "retailerTypes",
  messages: {
    en: () => import("#features/retail/retailer-types/web/messages.en.json"),
    ar: () => import("#features/retail/retailer-types/web/messages.ar.json"),
  },
  menuTitles: {
    "Retailer Types": { ar: "أنواع المتاجر" },
    Types: { ar: "الأنواع" },
    "New Type": { ar: "نوع جديد" },
  },
  path: "/apps/retailer-type/types",
  // The second is the original's own redirect (spec 000 §2).
  redirects: ["/apps/retailer-type", "/apps/retailer-types"],
  operations: () => import("#features/retail/retailer-types/contract.ts").then(({ retailerTypes }) => retailerTypes),
  screens: () => import("#features/retail/retailer-types/web/screens.tsx").then(({ typeScreens }) => typeScreens),
});
