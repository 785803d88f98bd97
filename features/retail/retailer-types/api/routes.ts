import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { retailerTypesImporter } from "#features/retail/retailer-types/api/import.ts";
import { seedRetailerTypes } from "#features/retail/retailer-types/api/seed.ts";
import { typeStore, typeTransitions, typeUpdate } from "#features/retail/retailer-types/api/store.ts";
import { retailerTypes, retailerTypesMenu } from "#features/retail/retailer-types/contract.ts";

const archiving = typeTransitions.many(() => ({ to: "archived" }));

export const retailerTypesFeature: Feature = {
  routes: serve(retailerTypes, {
    ...typeStore.handlers,
    importTemplate: async () => importTemplate(retailerTypesImporter),
    update: (ctx, input) => throughApproval(ctx, typeUpdate, input),
    archive: typeTransitions.change,
    previewArchiving: archiving.preview,
    applyArchiving: archiving.apply,
  }),
  menu: [retailerTypesMenu],
  scopedRows: [typeStore.scopedRows],
  live: [{ resource: "retailerTypes", read: retailerTypes.get, rows: typeStore.scopedRows }],
  approvals: [typeUpdate],
  importers: [retailerTypesImporter],
  seed: seedRetailerTypes,
};
