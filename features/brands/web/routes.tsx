import type messages from "#features/brands/web/words.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    brands: typeof messages;
  }
}

const contract = () => import("#features/brands/contract.ts").then(({ brands }) => brands);
const loadScreen = () => {
  // The form is half of the screen's weight and a part of its own; asked for here, it travels beside the rest.
  void import("#features/brands/web/BrandDetails.tsx");
  return withRecordWords(import("#features/brands/web/BrandScreen.tsx").then((module) => module.BrandScreen));
};
const loadList = () =>
  withListWords(import("#features/brands/web/BrandListScreen.tsx").then((module) => module.BrandListScreen));

export const brandScreens: Screens = {
  name: "brands",
  words: {
    en: () => import("#features/brands/web/words.en.json"),
    ar: () => import("#features/brands/web/words.ar.json"),
  },
  menuTitles: {
    Brands: { ar: "العلامات التجارية" },
    "New Brand": { ar: "علامة جديدة" },
  },
  routes: [
    { path: "/apps/brand", needs: "session", load: loadList, redirectTo: "/apps/brand/brands" },
    { path: "/apps/brand/brands", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/brand/brands/new", needs: async () => (await contract()).create, load: loadScreen },
    { path: "/apps/brand/brands/$brandId", needs: async () => (await contract()).get, load: loadScreen },
  ],
};
