import type messages from "#features/standards/web/words.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    standards: typeof messages;
  }
}

const contract = () => import("#features/certifiers/contract.ts").then(({ standards }) => standards);
const loadList = () =>
  withListWords(import("#features/standards/web/StandardListScreen.tsx").then((module) => module.StandardListScreen));
const loadScreen = () => {
  // The form is a part of its own; asked for here, it travels beside the rest.
  void import("#features/standards/web/StandardDetails.tsx");
  return withRecordWords(import("#features/standards/web/StandardScreen.tsx").then((module) => module.StandardScreen));
};

/** Halal standards, each edition for itself. What they answer stands in the contract of the certifiers. */
export const standardScreens: Screens = {
  name: "standards",
  words: {
    en: () => import("#features/standards/web/words.en.json"),
    ar: () => import("#features/standards/web/words.ar.json"),
  },
  menuTitles: { Standards: { ar: "المواصفات" } },
  routes: [
    { path: "/apps/certifier/standards", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/certifier/standards/new", needs: async () => (await contract()).create, load: loadScreen },
    { path: "/apps/certifier/standards/$standardId", needs: async () => (await contract()).get, load: loadScreen },
  ],
};
