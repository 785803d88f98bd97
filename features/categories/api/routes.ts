import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { categoriesImporter } from "#features/categories/api/import.ts";
import { seedCategories } from "#features/categories/api/seed.ts";
import { createCategory, previewRelevance, updateCategory } from "#features/categories/api/service/changes.ts";
import { exportCategories } from "#features/categories/api/service/exports.ts";
import { listCategories, readTree } from "#features/categories/api/service/lists.ts";
import {
  applyArchivings,
  applyMerges,
  applyMoves,
  previewArchivings,
  previewMerges,
  previewMoves,
} from "#features/categories/api/service/manyChanges.ts";
import { mergeCategory, previewMerge } from "#features/categories/api/service/merges.ts";
import { moveCategory, previewMove } from "#features/categories/api/service/moves.ts";
import { categoryImages } from "#features/categories/api/service/pictures.ts";
import { categoryRows, getCategory, readCategoryActivity } from "#features/categories/api/service/records.ts";
import { changeCategoryStatus, removeCategory } from "#features/categories/api/service/statuses.ts";
import { categories, categoriesMenu } from "#features/categories/contract.ts";
import { categoryDecisions } from "#features/categories/contract/decisions.ts";
import { manyCategories } from "#features/categories/contract/many.ts";

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
      list: listCategories,
      tree: readTree,
      exportCsv: exportCategories,
      importTemplate: async () => importTemplate(categoriesImporter),
      get: getCategory,
      activity: readCategoryActivity,
      create: createCategory,
      update: updateCategory,
      previewRelevance,
      move: moveCategory,
      previewMove,
      changeStatus: changeCategoryStatus,
      previewMerge,
      merge: mergeCategory,
      remove: removeCategory,
    }),
  ],
  menu: [categoriesMenu],
  scopedRows: [categoryRows],
  decisions: [categoryDecisions],
  filePurposes: [categoryImages],
  importers: [categoriesImporter],
  seed: seedCategories,
};
