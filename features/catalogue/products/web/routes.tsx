import type messages from "#features/catalogue/products/web/messages.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    products: typeof messages;
  }
}

const contract = () => import("#features/catalogue/products/contract.ts").then(({ products }) => products);
const loadScreen = () => {
  // The form is half of the screen's weight and a part of its own, and so is the history; asked for here, they travel
  // beside the rest.
  void import("#features/catalogue/products/web/ProductDetails.tsx");
  void import("#features/catalogue/products/web/ProductHistory.tsx");
  return withRecordWords(
    import("#features/catalogue/products/web/ProductScreen.tsx").then((module) => module.ProductScreen),
  );
};
const loadList = () =>
  withListWords(
    import("#features/catalogue/products/web/ProductListScreen.tsx").then((module) => module.ProductListScreen),
  );

const listPath = "/apps/brand-product/brand-products";

export const productScreens: Screens = {
  name: "products",
  words: {
    en: () => import("#features/catalogue/products/web/messages.en.json"),
    ar: () => import("#features/catalogue/products/web/messages.ar.json"),
  },
  menuTitles: {
    "Brand Products": { ar: "منتجات العلامات" },
    Products: { ar: "المنتجات" },
    "New Product": { ar: "منتج جديد" },
  },
  routes: [
    { path: "/apps/brand-product", needs: "session", load: loadList, redirectTo: listPath },
    { path: listPath, needs: async () => (await contract()).list, load: loadList },
    { path: `${listPath}/new`, needs: async () => (await contract()).create, load: loadScreen },
    { path: `${listPath}/$productId`, needs: async () => (await contract()).get, load: loadScreen },
  ],
};
