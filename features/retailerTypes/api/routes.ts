import { type Feature, serve } from "#api/serve.ts";
import { seedRetailerTypes } from "#features/retailerTypes/api/seed.ts";
import {
  archiveRetailerType,
  createRetailerType,
  updateRetailerType,
} from "#features/retailerTypes/api/service/changes.ts";
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
    exportCsv: exportRetailerTypes,
    get: getRetailerType,
    activity: readRetailerTypeActivity,
    create: createRetailerType,
    update: updateRetailerType,
    archive: archiveRetailerType,
  }),
  menu: [retailerTypesMenu],
  scopedRows: [retailerTypeRows],
  seed: seedRetailerTypes,
};
