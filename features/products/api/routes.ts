import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/approvals/api/service/requests.ts";
import { productsImporter } from "#features/products/api/import.ts";
import { seedProducts } from "#features/products/api/seed.ts";
import { productUpdate } from "#features/products/api/service/approvable.ts";
import { readAvailability } from "#features/products/api/service/availability.ts";
import { createProduct, previewUpdate } from "#features/products/api/service/changes.ts";
import { exportProducts } from "#features/products/api/service/exports.ts";
import { readProductHalal } from "#features/products/api/service/halal.ts";
import { productImages } from "#features/products/api/service/images.ts";
import { countProductsByStatus, findSimilarProducts, listProducts } from "#features/products/api/service/lists.ts";
import { applyMove, previewMove } from "#features/products/api/service/moves.ts";
import { getProduct, productRows, readProductActivity } from "#features/products/api/service/records.ts";
import { applyRemoval, previewRemoval, removeProduct } from "#features/products/api/service/removals.ts";
import {
  applyStatusChange,
  changeProductStatus,
  previewStatus,
  previewStatusChange,
} from "#features/products/api/service/statuses.ts";
import { products, productsMenu } from "#features/products/contract.ts";
import { productDrafts } from "#features/products/contract/drafts.ts";
import { productDecisions } from "#features/products/contract/product.ts";

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
