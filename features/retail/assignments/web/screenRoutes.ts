import { assignments } from "#features/retail/assignments/contract.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";

/** What both screens read first, loaded in parallel with them. */
const beginPane = () => void import("#features/retail/assignments/panes/web/CataloguePane.tsx");

export const assignmentRoutes = {
  "/apps/retailer/assign-products": {
    needs: assignments.preview,
    load: () => {
      beginPane();
      return withListMessages(
        import("#features/retail/assignments/matrix/web/AssignManyScreen.tsx").then(
          (module) => module.AssignManyScreen,
        ),
      );
    },
  },
  "/apps/retailer/assign-products/$retailerId": {
    needs: assignments.shop,
    load: () => {
      beginPane();
      return withListMessages(
        import("#features/retail/assignments/panes/web/AssignScreen.tsx").then((module) => module.AssignScreen),
      );
    },
  },
} satisfies Record<string, LazyRoute>;
