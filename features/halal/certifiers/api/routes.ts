import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { bodiesImporter, recognitionsImporter, standardsImporter } from "#features/halal/certifiers/api/import.ts";
import { seedCertifiers } from "#features/halal/certifiers/api/seed.ts";
import {
  bodyLogos,
  bodyRows,
  createBody,
  getBody,
  previewBodyUpdate,
  readBodyActivity,
  updateBody,
} from "#features/halal/certifiers/api/service/bodies.ts";
import { exportBodies, listBodies } from "#features/halal/certifiers/api/service/bodyLists.ts";
import {
  changeBodyStatus,
  previewBodyStatus,
  reinstateBody,
  suspendBody,
} from "#features/halal/certifiers/api/service/bodyStatus.ts";
import { changePolicy, previewPolicy } from "#features/halal/certifiers/api/service/policies.ts";
import {
  createRecognition,
  exportRecognitions,
  listRecognitions,
  previewRecognition,
  removeRecognition,
  updateRecognition,
} from "#features/halal/certifiers/api/service/recognitions.ts";
import { standardStore, standardTransitions } from "#features/halal/certifiers/api/service/standards.ts";
import { certifiers, certifiersMenu, recognitions, standards } from "#features/halal/certifiers/contract.ts";

export const certifiersFeature: Feature = {
  routes: [
    ...serve(certifiers, {
      list: listBodies,
      exportCsv: exportBodies,
      importTemplate: async () => importTemplate(bodiesImporter),
      get: getBody,
      activity: readBodyActivity,
      create: createBody,
      update: updateBody,
      previewUpdate: previewBodyUpdate,
      previewStatus: previewBodyStatus,
      suspend: suspendBody,
      reinstate: reinstateBody,
      changeStatus: changeBodyStatus,
    }),
    ...serve(standards, {
      ...standardStore.handlers,
      importTemplate: async () => importTemplate(standardsImporter),
      changeStatus: standardTransitions.change,
    }),
    ...serve(recognitions, {
      list: listRecognitions,
      exportCsv: exportRecognitions,
      importTemplate: async () => importTemplate(recognitionsImporter),
      create: createRecognition,
      update: updateRecognition,
      previewChange: previewRecognition,
      remove: removeRecognition,
      previewPolicy,
      changePolicy,
    }),
  ],
  menu: [certifiersMenu],
  scopedRows: [bodyRows],
  filePurposes: [bodyLogos],
  importers: [bodiesImporter, recognitionsImporter, standardsImporter],
  seed: seedCertifiers,
};
