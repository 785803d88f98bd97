import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { brandsImporter } from "#features/brands/api/import.ts";
import { seedBrands } from "#features/brands/api/seed.ts";
import { createBrand, updateBrand } from "#features/brands/api/service/changes.ts";
import { exportBrands } from "#features/brands/api/service/exports.ts";
import { readBrandFigures } from "#features/brands/api/service/figures.ts";
import { countBrandsByStatus, findSimilarBrands, listBrands } from "#features/brands/api/service/lists.ts";
import { brandLogos } from "#features/brands/api/service/logos.ts";
import { brandRows, getBrand, readBrandActivity } from "#features/brands/api/service/records.ts";
import {
  applyStatusChange,
  changeBrandStatus,
  previewStatus,
  previewStatusChange,
} from "#features/brands/api/service/statuses.ts";
import { applyRemoval, previewRemoval, removeBrand } from "#features/brands/api/service/removals.ts";
import { brands, brandsMenu } from "#features/brands/contract.ts";
import { brandDrafts } from "#features/brands/contract/drafts.ts";
import { brandDecisions } from "#features/brands/contract/statuses.ts";

export const brandsFeature: Feature = {
  routes: [
    ...serve(brandDrafts, { previewRemoval, applyRemoval }),
    ...serve(brands, {
      list: listBrands,
      countByStatus: countBrandsByStatus,
      figures: readBrandFigures,
      findSimilar: findSimilarBrands,
      exportCsv: exportBrands,
      importTemplate: async () => importTemplate(brandsImporter),
      get: getBrand,
      activity: readBrandActivity,
      create: createBrand,
      update: updateBrand,
      changeStatus: changeBrandStatus,
      remove: removeBrand,
      previewStatus,
      previewStatusChange,
      applyStatusChange,
    }),
  ],
  menu: [brandsMenu],
  scopedRows: [brandRows],
  decisions: [brandDecisions],
  importers: [brandsImporter],
  filePurposes: [brandLogos],
  seed: seedBrands,
};
