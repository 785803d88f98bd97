import type orderMessages from "#demos/e-commerce/orders/web/messages.en.json";
import type productMessages from "#demos/e-commerce/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    shopProducts: typeof productMessages;
    shopOrders: typeof orderMessages;
  }
}

export const shopProductScreens = recordRoutes({
  name: "shopProducts",
  messages: {
    en: () => import("#demos/e-commerce/web/messages.en.json"),
    ar: () => import("#demos/e-commerce/web/messages.ar.json"),
  },
  menuTitles: { "Shop products": { ar: "منتجات المتجر" } },
  path: "/apps/e-commerce/products",
  redirects: ["/apps/e-commerce"],
  operations: () => import("#demos/e-commerce/products/contract.ts").then(({ shopProducts }) => shopProducts),
  screens: () => import("#demos/e-commerce/products/web/screens.tsx").then((module) => module.shopProductScreens),
});

export const shopOrderScreens = recordRoutes({
  name: "shopOrders",
  messages: {
    en: () => import("#demos/e-commerce/orders/web/messages.en.json"),
    ar: () => import("#demos/e-commerce/orders/web/messages.ar.json"),
  },
  menuTitles: { "Shop orders": { ar: "طلبات المتجر" } },
  path: "/apps/e-commerce/orders",
  hasNoCreate: true,
  operations: () => import("#demos/e-commerce/orders/contract.ts").then(({ shopOrders }) => shopOrders),
  screens: () => import("#demos/e-commerce/orders/web/screens.tsx").then((module) => module.shopOrderScreens),
});
