import type messages from "#features/retailerTypes/web/words.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    retailerTypes: typeof messages;
  }
}

export const retailerTypeScreens = recordRoutes({
  name: "retailerTypes",
  words: {
    en: () => import("#features/retailerTypes/web/words.en.json"),
    ar: () => import("#features/retailerTypes/web/words.ar.json"),
  },
  menuTitles: {
    "Retailer Types": { ar: "أنواع المتاجر" },
    Types: { ar: "الأنواع" },
    "New Type": { ar: "نوع جديد" },
  },
  path: "/apps/retailer-type/types",
  // The second is the original's own redirect (spec 000 §2).
  redirects: ["/apps/retailer-type", "/apps/retailer-types"],
  operations: () => import("#features/retailerTypes/contract.ts").then(({ retailerTypes }) => retailerTypes),
  screens: () => import("#features/retailerTypes/web/screens.tsx").then(({ typeScreens }) => typeScreens),
});
