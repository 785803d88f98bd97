import { hourMs } from "#base/time.ts";
import { inBatches } from "#api/bulkBatches.ts";
import { type Feature, serve } from "#api/serve.ts";
import { seedShop } from "#demos/e-commerce/api/seed.ts";
import {
  findWireOrder,
  findWireProduct,
  listWireOrders,
  listWireProducts,
  saveWireProduct,
} from "#demos/e-commerce/api/service/wire.ts";
import { eCommerce, eCommerceMenu } from "#demos/e-commerce/contract.ts";
import { orderStore, orderTransitions, refundOrder, shipOrder } from "#demos/e-commerce/orders/api/store.ts";
import { shopOrders } from "#demos/e-commerce/orders/contract.ts";
import type { OrderStatus } from "#demos/e-commerce/orders/lifecycle.ts";
import {
  deactivateUncertified,
  shopImages,
  shopProductStore,
  shopProductTransitions,
} from "#demos/e-commerce/products/api/store.ts";
import { type ShopProduct, shopProducts } from "#demos/e-commerce/products/contract.ts";

const manyProducts = shopProductTransitions.many(({ to }: { readonly to: ShopProduct["status"] }) => ({ to }));
const manyOrders = orderTransitions.many(
  ({ to, reason }: { readonly to: OrderStatus; readonly reason?: string | undefined }) => ({ to, reason }),
);

export const eCommerceFeature: Feature = {
  routes: [
    ...serve(eCommerce, {
      products: listWireProducts,
      product: (ctx, { productId }) => findWireProduct(ctx, productId),
      saveProduct: (ctx, posted) => saveWireProduct(ctx, "product" in posted ? posted.product : posted),
      orders: listWireOrders,
      order: (ctx, { orderId }) => findWireOrder(ctx, orderId),
    }),
    ...serve(shopProducts, {
      ...shopProductStore.handlers,
      changeStatus: shopProductTransitions.change,
      previewStatusChange: manyProducts.preview,
      applyStatusChange: manyProducts.apply,
    }),
    ...serve(shopOrders, {
      ...orderStore.handlers,
      changeStatus: orderTransitions.change,
      previewStatusChange: manyOrders.preview,
      applyStatusChange: manyOrders.apply,
      ship: shipOrder,
      refund: refundOrder,
    }),
  ],
  menu: [eCommerceMenu],
  live: [
    { resource: "shopProducts", read: shopProducts.get, rows: shopProductStore.scopedRows },
    { resource: "shopOrders", read: shopOrders.get, rows: orderStore.scopedRows },
  ],
  bulk: [inBatches(shopProducts.applyStatusChange, manyProducts.actionOf)],
  scopedRows: [shopProductStore.scopedRows, orderStore.scopedRows],
  filePurposes: [shopImages],
  jobs: [{ kind: "shop.deactivateUncertified", lane: "recurring", run: deactivateUncertified, everyMs: hourMs }],
  seed: seedShop,
};
