import type messages from "#features/catalogue/categories/web/messages.en.json";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    categories: typeof messages;
  }
}

const contract = () => import("#features/catalogue/categories/contract.ts").then(({ categories }) => categories);
const loadScreen = () => {
  // The form is half of the screen's weight and a part of its own; asked for here, it travels beside the rest.
  void import("#features/catalogue/categories/record/web/CategoryEditForm.tsx");
  return withRecordMessages(
    import("#features/catalogue/categories/record/web/CategoryScreen.tsx").then((module) => module.CategoryScreen),
  );
};
const loadTree = () =>
  import("#features/catalogue/categories/tree/web/CategoryTreeScreen.tsx").then((module) => module.CategoryTreeScreen);

export const categoryScreens: Screens = {
  name: "categories",
  messages: {
    en: () => import("#features/catalogue/categories/web/messages.en.json"),
    ar: () => import("#features/catalogue/categories/web/messages.ar.json"),
  },
  menuTitles: {
    "Brand Categories": { ar: "فئات المنتجات" },
    Categories: { ar: "الفئات" },
    "New Category": { ar: "فئة جديدة" },
  },
  history: [
    {
      resource: "categories",
      load: async () =>
        (await import("#features/catalogue/categories/record/web/useCategoryFormatters.ts")).useCategoryFormatters,
    },
  ],
  routes: [
    { path: "/apps/category", needs: "session", load: loadTree, redirectTo: "/apps/category/categories" },
    { path: "/apps/category/categories", needs: async () => (await contract()).tree, load: loadTree },
    { path: "/apps/category/categories/new", needs: async () => (await contract()).create, load: loadScreen },
    { path: "/apps/category/categories/$categoryId", needs: async () => (await contract()).get, load: loadScreen },
  ],
};
