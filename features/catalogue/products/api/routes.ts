import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { productsImporter } from "#features/catalogue/products/api/import.ts";
import { seedProducts } from "#features/catalogue/products/api/seed.ts";
import { productUpdate } from "#features/catalogue/products/api/service/approvable.ts";
import { readAvailability } from "#features/catalogue/products/api/service/availability.ts";
import { createProduct, previewUpdate } from "#features/catalogue/products/api/service/changes.ts";
import { exportProducts } from "#features/catalogue/products/api/service/exports.ts";
import { readProductHalal } from "#features/catalogue/products/api/service/halal.ts";
import { productImages } from "#features/catalogue/products/api/service/images.ts";
import {
  countProductsByStatus,
  findSimilarProducts,
  listProducts,
} from "#features/catalogue/products/api/service/lists.ts";
import { applyMove, previewMove } from "#features/catalogue/products/api/service/moves.ts";
import { getProduct, productRows, readProductActivity } from "#features/catalogue/products/api/service/records.ts";
import { applyRemoval, previewRemoval, removeProduct } from "#features/catalogue/products/api/service/removals.ts";
import {
  applyStatusChange,
  changeProductStatus,
  previewStatus,
  previewStatusChange,
} from "#features/catalogue/products/api/service/statuses.ts";
import { products, productsMenu } from "#features/catalogue/products/contract.ts";
import { productDrafts } from "#features/catalogue/products/contract/drafts.ts";
import { productDecisions } from "#features/catalogue/products/contract/product.ts";

export const productsFeature: Feature = {
  routes: [
    ...serve(productDrafts, { previewRemoval, applyRemoval }),
    ...serve(products, {
      list: listProducts,
      countByStatus: countProductsByStatus,
      findSimilar: findSimilarProducts,
      exportCsv: exportProducts,
      importTemplate: async () => importTemplate(productsImporter),
      get: getProduct,
      halal: readProductHalal,
      availability: readAvailability,
      activity: readProductActivity,
      create: createProduct,
      update: (ctx, input) => throughApproval(ctx, productUpdate, input),
      previewUpdate,
      changeStatus: changeProductStatus,
      remove: removeProduct,
      previewStatus,
      previewStatusChange,
      applyStatusChange,
      previewMove,
      applyMove,
    }),
  ],
  menu: [productsMenu],
  scopedRows: [productRows],
  decisions: [productDecisions],
  approvals: [productUpdate],
  filePurposes: [productImages],
  importers: [productsImporter],
  seed: seedProducts,
};
