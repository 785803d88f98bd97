import type messages from "#features/retail/assignments/web/messages.en.json";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    assignments: typeof messages;
  }
}

const contract = () => import("#features/retail/assignments/contract.ts").then(({ assignments }) => assignments);

/** Preloads what both screens read first, in parallel with their code. */
const beginPane = () => void import("#features/retail/assignments/panes/web/CataloguePane.tsx");

export const assignmentScreens: Screens = {
  name: "assignments",
  messages: {
    en: () => import("#features/retail/assignments/web/messages.en.json"),
    ar: () => import("#features/retail/assignments/web/messages.ar.json"),
  },
  routes: [
    {
      path: "/apps/retailer/assign-products",
      needs: async () => (await contract()).preview,
      load: () => {
        beginPane();
        return withListMessages(
          import("#features/retail/assignments/matrix/web/AssignManyScreen.tsx").then(
            (module) => module.AssignManyScreen,
          ),
        );
      },
    },
    {
      path: "/apps/retailer/assign-products/$retailerId",
      needs: async () => (await contract()).shop,
      load: () => {
        beginPane();
        return withListMessages(
          import("#features/retail/assignments/panes/web/AssignScreen.tsx").then((module) => module.AssignScreen),
        );
      },
    },
  ],
};
