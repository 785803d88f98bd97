import type messages from "#features/retailerTypes/web/words.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    retailerTypes: typeof messages;
  }
}

const contract = () => import("#features/retailerTypes/contract.ts").then(({ retailerTypes }) => retailerTypes);
const loadScreen = () => {
  // The form is a part of its own; asked for here, it travels beside the rest.
  void import("#features/retailerTypes/web/TypeDetails.tsx");
  return withRecordWords(import("#features/retailerTypes/web/TypeScreen.tsx").then((module) => module.TypeScreen));
};
const loadList = () =>
  withListWords(import("#features/retailerTypes/web/TypeListScreen.tsx").then((module) => module.TypeListScreen));

const listPath = "/apps/retailer-type/types";

export const retailerTypeScreens: Screens = {
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
  routes: [
    { path: "/apps/retailer-type", needs: "session", load: loadList, redirectTo: listPath },
    // The original's own redirect (spec 000 §2).
    { path: "/apps/retailer-types", needs: "session", load: loadList, redirectTo: listPath },
    { path: listPath, needs: async () => (await contract()).list, load: loadList },
    { path: `${listPath}/new`, needs: async () => (await contract()).create, load: loadScreen },
    { path: `${listPath}/$retailerTypeId`, needs: async () => (await contract()).get, load: loadScreen },
  ],
};
