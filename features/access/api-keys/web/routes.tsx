import type messages from "#features/access/api-keys/web/messages.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    apiKeys: typeof messages;
  }
}

const contract = () => import("#features/access/api-keys/contract.ts").then(({ apiKeys }) => apiKeys);
const loadScreen = () => {
  // The form is half of the screen's weight and a part of its own; asked for here, it travels beside the rest.
  void import("#features/access/api-keys/web/KeyDetails.tsx");
  return withRecordWords(import("#features/access/api-keys/web/KeyScreen.tsx").then((module) => module.KeyScreen));
};
const loadList = () =>
  withListWords(import("#features/access/api-keys/web/KeyListScreen.tsx").then((module) => module.KeyListScreen));

export const apiKeyScreens: Screens = {
  name: "apiKeys",
  words: {
    en: () => import("#features/access/api-keys/web/messages.en.json"),
    ar: () => import("#features/access/api-keys/web/messages.ar.json"),
  },
  menuTitles: { "API keys": { ar: "مفاتيح الواجهة البرمجية" } },
  routes: [
    { path: "/apps/user/api-keys", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/user/api-keys/new", needs: async () => (await contract()).create, load: loadScreen },
    { path: "/apps/user/api-keys/$keyId", needs: async () => (await contract()).get, load: loadScreen },
  ],
};
