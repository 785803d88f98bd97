import type messages from "#features/catalogue/products/web/messages.en.json";
import { recordRoutes } from "#web/records/routes.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    products: typeof messages;
  }
}

export const productScreens = recordRoutes({
  name: "products",
  messages: {
    en: () => import("#features/catalogue/products/web/messages.en.json"),
    ar: () => import("#features/catalogue/products/web/messages.ar.json"),
  },
  menuTitles: {
    "Brand Products": { ar: "منتجات العلامات" },
    Products: { ar: "المنتجات" },
    "New Product": { ar: "منتج جديد" },
  },
  path: "/apps/brand-product/brand-products",
  redirects: ["/apps/brand-product"],
  operations: () => import("#features/catalogue/products/contract.ts").then(({ products }) => products),
  screens: () => import("#features/catalogue/products/web/screens.tsx").then((module) => module.productScreens),
});
