import type messages from "#features/retail/retailers/web/messages.en.json";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    retailers: typeof messages;
  }
}

const path = "/apps/retailer/retailers";
const operations = () => import("#features/retail/retailers/contract.ts").then(({ retailers }) => retailers);
const screens = () =>
  import("#features/retail/retailers/record/web/screens.tsx").then((module) => module.retailerScreens);

const loadDetailPage = () => {
  // The overview and the form are chunks of their own; requested here, they load in parallel with the page.
  void import("#features/retail/retailers/record/web/RetailerOverview.tsx");
  void import("#features/retail/retailers/record/web/RetailerForm.tsx");
  return withRecordMessages(
    import("#features/retail/retailers/record/web/RetailerDetailPage.tsx").then((module) => module.RetailerDetailPage),
  );
};

export const retailerScreens = recordRoutes({
  name: "retailers",
  messages: {
    en: () => import("#features/retail/retailers/web/messages.en.json"),
    ar: () => import("#features/retail/retailers/web/messages.ar.json"),
  },
  menuTitles: {
    Retailers: { ar: "المتاجر" },
    "New Retailer": { ar: "متجر جديد" },
  },
  history: [
    {
      resource: "retailers",
      load: async () =>
        (await import("#features/retail/retailers/record/web/useRetailerFormatters.ts")).useRetailerFormatters,
    },
  ],
  path,
  redirects: ["/apps/retailer"],
  operations,
  screens,
  loadDetailPage,
  more: [
    // The details are a screen of their own (spec 000 §2), and a tab of the record.
    {
      path: "/apps/retailer/retailer-details/$id",
      needs: async () => (await operations()).get,
      load: loadDetailPage,
    },
  ],
});
