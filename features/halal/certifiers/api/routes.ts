import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { certifiersImporter, recognitionsImporter, standardsImporter } from "#features/halal/certifiers/api/import.ts";
import { seedCertifiers } from "#features/halal/certifiers/api/seed.ts";
import {
  changeCertifierStatus,
  previewSuspension,
  reinstateCertifier,
  suspendCertifier,
} from "#features/halal/certifiers/api/service/statuses.ts";
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
import { certifierLogos, certifierStore, createCertifier } from "#features/halal/certifiers/api/store.ts";
import { certifiers, certifiersMenu, recognitions, standards } from "#features/halal/certifiers/contract.ts";
import { recognitionResource } from "#features/halal/certifiers/api/service/policies.ts";

export const certifiersFeature: Feature = {
  routes: [
    ...serve(certifiers, {
      ...certifierStore.handlers,
      exportCsv: (ctx, { columns: _, ...input }) => certifierStore.handlers.exportCsv(ctx, input),
      importTemplate: async () => importTemplate(certifiersImporter),
      create: createCertifier,
      previewStatus: previewSuspension,
      suspend: suspendCertifier,
      reinstate: reinstateCertifier,
      changeStatus: changeCertifierStatus,
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
  scopedRows: [certifierStore.scopedRows],
  live: [
    { resource: "certifiers", read: certifiers.get, rows: certifierStore.scopedRows },
    { resource: "halalStandards", read: standards.get },
    { resource: recognitionResource, read: recognitions.list },
  ],
  filePurposes: [certifierLogos],
  importers: [certifiersImporter, recognitionsImporter, standardsImporter],
  seed: seedCertifiers,
};
