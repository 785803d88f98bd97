import { inBatches } from "#api/bulkBatches.ts";
import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { productsImporter } from "#features/catalogue/products/api/import.ts";
import { seedProducts } from "#features/catalogue/products/api/seed.ts";
import { productUpdate } from "#features/catalogue/products/api/service/approvable.ts";
import { readAvailability } from "#features/catalogue/products/api/service/availability.ts";
import { productsHome } from "#features/catalogue/products/api/service/home.ts";
import { readProductHalal } from "#features/catalogue/products/api/service/halal.ts";
import { productImages } from "#features/catalogue/products/api/service/images.ts";
import { applyMove, previewMove } from "#features/catalogue/products/api/service/moves.ts";
import {
  applyRemoval,
  previewRemoval,
  removalOf,
  removeProduct,
} from "#features/catalogue/products/api/service/removals.ts";
import { findSimilarProducts } from "#features/catalogue/products/api/service/similar.ts";
import {
  createProduct,
  manyProductTransitions,
  productStore,
  productTransitions,
  searchableProducts,
} from "#features/catalogue/products/api/store.ts";
import { products, productsMenu } from "#features/catalogue/products/contract.ts";
import { productDecisions } from "#features/catalogue/products/contract/statuses.ts";

export const productsFeature: Feature = {
  routes: serve(products, {
    ...productStore.handlers,
    findSimilar: findSimilarProducts,
    importTemplate: async () => importTemplate(productsImporter),
    halal: readProductHalal,
    availability: readAvailability,
    create: createProduct,
    update: (ctx, input) => throughApproval(ctx, productUpdate, input),
    changeStatus: productTransitions.change,
    previewStatus: productTransitions.preview,
    remove: removeProduct,
    previewStatusChange: manyProductTransitions.preview,
    applyStatusChange: manyProductTransitions.apply,
    previewMove,
    applyMove,
    previewRemoval,
    applyRemoval,
  }),
  menu: [productsMenu],
  scopedRows: [productStore.scopedRows],
  live: [
    {
      resource: "products",
      read: products.get,
      rows: productStore.scopedRows,
      scopeFields: ["brandId", "categoryId"],
    },
  ],
  decisions: [productDecisions],
  approvals: [productUpdate],
  filePurposes: [productImages],
  importers: [productsImporter],
  bulk: [
    inBatches(products.applyStatusChange, manyProductTransitions.actionOf),
    inBatches(products.applyRemoval, removalOf),
  ],
  searchable: [searchableProducts],
  home: productsHome,
  seed: seedProducts,
};
