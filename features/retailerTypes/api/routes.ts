import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/approvals/api/service/requests.ts";
import { retailerTypesImporter } from "#features/retailerTypes/api/import.ts";
import { seedRetailerTypes } from "#features/retailerTypes/api/seed.ts";
import { retailerTypeUpdate } from "#features/retailerTypes/api/service/approvable.ts";
import { applyArchiving, previewArchiving } from "#features/retailerTypes/api/service/archiving.ts";
import { archiveRetailerType, createRetailerType, previewUpdate } from "#features/retailerTypes/api/service/changes.ts";
import {
  countRetailerTypes,
  exportRetailerTypes,
  listRetailerTypes,
} from "#features/retailerTypes/api/service/lists.ts";
import {
  getRetailerType,
  readRetailerTypeActivity,
  retailerTypeRows,
} from "#features/retailerTypes/api/service/records.ts";
import { retailerTypes, retailerTypesMenu } from "#features/retailerTypes/contract.ts";

export const retailerTypesFeature: Feature = {
  routes: serve(retailerTypes, {
    list: listRetailerTypes,
    countByStatus: countRetailerTypes,
    importTemplate: async () => importTemplate(retailerTypesImporter),
    exportCsv: exportRetailerTypes,
    get: getRetailerType,
    activity: readRetailerTypeActivity,
    create: createRetailerType,
    update: (ctx, input) => throughApproval(ctx, retailerTypeUpdate, input),
    previewUpdate,
    archive: archiveRetailerType,
    previewArchiving,
    applyArchiving,
  }),
  menu: [retailerTypesMenu],
  scopedRows: [retailerTypeRows],
  approvals: [retailerTypeUpdate],
  importers: [retailerTypesImporter],
  seed: seedRetailerTypes,
};
