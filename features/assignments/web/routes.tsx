import { withListWords } from "#web/list/withListWords.ts";
import type { Screens } from "#web/screens.ts";

const contract = () => import("#features/assignments/contract.ts").then(({ assignments }) => assignments);

export const assignmentScreens: Screens = {
  name: "assignments",
  words: {
    en: () => import("#features/assignments/web/words.en.json"),
    ar: () => import("#features/assignments/web/words.ar.json"),
  },
  routes: [
    {
      path: "/apps/retailer/assign-products",
      needs: async () => (await contract()).preview,
      load: () =>
        withListWords(
          import("#features/assignments/web/AssignManyScreen.tsx").then((module) => module.AssignManyScreen),
        ),
    },
    {
      path: "/apps/retailer/assign-products/$retailerId",
      needs: async () => (await contract()).shop,
      load: () => {
        // What the screen begins with, beside it and not after it.
        void import("#features/assignments/web/CataloguePane.tsx");
        return withListWords(
          import("#features/assignments/web/AssignScreen.tsx").then((module) => module.AssignScreen),
        );
      },
    },
  ],
};
