import type messages from "#features/platform/webhooks/web/messages.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    webhooks: typeof messages;
  }
}

const contract = () => import("#features/platform/webhooks/contract.ts").then(({ webhooks }) => webhooks);
const loadScreen = () => {
  // The form is half of the screen's weight and a part of its own; asked for here, it travels beside the rest.
  void import("#features/platform/webhooks/web/WebhookDetails.tsx");
  return withRecordWords(
    import("#features/platform/webhooks/web/WebhookScreen.tsx").then((module) => module.WebhookScreen),
  );
};
const loadList = () =>
  withListWords(
    import("#features/platform/webhooks/web/WebhookListScreen.tsx").then((module) => module.WebhookListScreen),
  );

export const webhookScreens: Screens = {
  name: "webhooks",
  words: {
    en: () => import("#features/platform/webhooks/web/messages.en.json"),
    ar: () => import("#features/platform/webhooks/web/messages.ar.json"),
  },
  menuTitles: { Webhooks: { ar: "إشعارات الأنظمة" } },
  routes: [
    { path: "/apps/user/webhooks", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/user/webhooks/new", needs: async () => (await contract()).create, load: loadScreen },
    { path: "/apps/user/webhooks/$webhookId", needs: async () => (await contract()).get, load: loadScreen },
  ],
};
