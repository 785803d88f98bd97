import { inBatches } from "#api/bulkBatches.ts";
import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { brandsHome } from "#features/catalogue/brands/api/service/home.ts";
import { seedBrands } from "#features/catalogue/brands/api/seed.ts";
import { readBrandFigures } from "#features/catalogue/brands/api/service/figures.ts";
import {
  applyRemoval,
  previewRemoval,
  removalOf,
  removeBrand,
} from "#features/catalogue/brands/api/service/removals.ts";
import { findSimilarBrands } from "#features/catalogue/brands/api/service/similar.ts";
import {
  brandLogos,
  brandStore,
  brandTransitions,
  createBrand,
  manyBrandTransitions,
  searchableBrands,
} from "#features/catalogue/brands/api/store.ts";
import { brands, brandsMenu } from "#features/catalogue/brands/contract.ts";
import { brandDecisions } from "#features/catalogue/brands/contract/statuses.ts";

export const brandsFeature: Feature = {
  routes: serve(brands, {
    ...brandStore.handlers,
    figures: readBrandFigures,
    findSimilar: findSimilarBrands,
    importTemplate: async () => importTemplate(brandsImporter),
    create: createBrand,
    changeStatus: brandTransitions.change,
    previewStatus: brandTransitions.preview,
    previewStatusChange: manyBrandTransitions.preview,
    applyStatusChange: manyBrandTransitions.apply,
    remove: removeBrand,
    previewRemoval,
    applyRemoval,
  }),
  menu: [brandsMenu],
  scopedRows: [brandStore.scopedRows],
  live: [{ resource: "brands", read: brands.get, rows: brandStore.scopedRows, scopeFields: ["country"] }],
  decisions: [brandDecisions],
  importers: [brandsImporter],
  bulk: [inBatches(brands.applyStatusChange, manyBrandTransitions.actionOf), inBatches(brands.applyRemoval, removalOf)],
  searchable: [searchableBrands],
  filePurposes: [brandLogos],
  home: brandsHome,
  seed: seedBrands,
};
