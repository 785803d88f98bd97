import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { categoriesImporter } from "#features/catalogue/categories/api/import.ts";
import { seedCategories } from "#features/catalogue/categories/api/seed.ts";
import { categoryMerge, categoryMove, categoryUpdate } from "#features/catalogue/categories/record/api/approvable.ts";
import { createCategory, previewRelevance } from "#features/catalogue/categories/record/api/changes.ts";
import { exportCategories } from "#features/catalogue/categories/tree/api/exports.ts";
import { readTree } from "#features/catalogue/categories/tree/api/readTree.ts";
import {
  applyArchivings,
  applyMerges,
  applyMoves,
  previewArchivings,
  previewMerges,
  previewMoves,
} from "#features/catalogue/categories/tree/api/bulkHandlers.ts";
import { previewMerge } from "#features/catalogue/categories/merge/api/merges.ts";
import { previewMove } from "#features/catalogue/categories/tree/api/moves.ts";
import { changeCategoryStatus, removeCategory } from "#features/catalogue/categories/record/api/statuses.ts";
import { categoryImages, categoryRows, categoryStore } from "#features/catalogue/categories/api/store.ts";
import { categories, categoriesMenu } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { manyCategories } from "#features/catalogue/categories/contract/bulk.ts";

export const categoriesFeature: Feature = {
  routes: [
    ...serve(manyCategories, {
      previewMoves,
      applyMoves,
      previewMerges,
      applyMerges,
      previewArchivings,
      applyArchivings,
    }),
    ...serve(categories, {
      ...categoryStore.handlers,
      tree: readTree,
      exportCsv: exportCategories,
      importTemplate: async () => importTemplate(categoriesImporter),
      create: createCategory,
      update: (ctx, input) => throughApproval(ctx, categoryUpdate, input),
      previewRelevance,
      move: (ctx, input) => throughApproval(ctx, categoryMove, input),
      previewMove,
      changeStatus: changeCategoryStatus,
      previewMerge,
      merge: (ctx, input) => throughApproval(ctx, categoryMerge, input),
      remove: removeCategory,
    }),
  ],
  menu: [categoriesMenu],
  scopedRows: [categoryRows],
  live: [{ resource: "categories", read: categories.get, rows: categoryRows, scopeFields: ["parentId"] }],
  decisions: [categoryDecisions],
  approvals: [categoryUpdate, categoryMove, categoryMerge],
  filePurposes: [categoryImages],
  importers: [categoriesImporter],
  seed: seedCategories,
};
