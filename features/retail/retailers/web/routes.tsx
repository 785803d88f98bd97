import type messages from "#features/retail/retailers/web/messages.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    retailers: typeof messages;
  }
}

const contract = () => import("#features/retail/retailers/contract.ts").then(({ retailers }) => retailers);
const loadRecord = () => {
  // The form is a part of its own; asked for here, it travels beside the rest.
  void import("#features/retail/retailers/web/RetailerOverview.tsx");
  void import("#features/retail/retailers/web/RetailerDetails.tsx");
  return withRecordWords(
    import("#features/retail/retailers/web/RetailerScreen.tsx").then((module) => module.RetailerScreen),
  );
};
const loadCreation = () => {
  void import("#features/retail/retailers/web/RetailerCreation.tsx");
  return withRecordWords(
    import("#features/retail/retailers/web/NewRetailerScreen.tsx").then((module) => module.NewRetailerScreen),
  );
};
const loadList = () =>
  withListWords(
    import("#features/retail/retailers/web/RetailerListScreen.tsx").then((module) => module.RetailerListScreen),
  );

const listPath = "/apps/retailer/retailers";

export const retailerScreens: Screens = {
  name: "retailers",
  words: {
    en: () => import("#features/retail/retailers/web/messages.en.json"),
    ar: () => import("#features/retail/retailers/web/messages.ar.json"),
  },
  menuTitles: {
    Retailers: { ar: "المتاجر" },
    "New Retailer": { ar: "متجر جديد" },
  },
  routes: [
    { path: "/apps/retailer", needs: "session", load: loadList, redirectTo: listPath },
    { path: listPath, needs: async () => (await contract()).list, load: loadList },
    { path: `${listPath}/new`, needs: async () => (await contract()).create, load: loadCreation },
    { path: `${listPath}/$retailerId`, needs: async () => (await contract()).get, load: loadRecord },
    // The details are a screen of their own (spec 000 §2), and a tab of the record.
    {
      path: "/apps/retailer/retailer-details/$retailerId",
      needs: async () => (await contract()).get,
      load: loadRecord,
    },
  ],
};
