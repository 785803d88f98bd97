import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { retailersImporter } from "#features/retail/retailers/api/import.ts";
import { seedRetailers } from "#features/retail/retailers/api/seed.ts";
import {
  createRetailer,
  previewUpdate,
  removeRetailer,
  updateRetailer,
} from "#features/retail/retailers/api/service/changes.ts";
import { listContacts, removeContact, saveContact } from "#features/retail/retailers/api/service/contacts.ts";
import {
  addDocument,
  decideDocument,
  decideKyc,
  listDocuments,
  removeDocument,
} from "#features/retail/retailers/api/service/documents.ts";
import { exportRetailers } from "#features/retail/retailers/api/service/exports.ts";
import { readHours, saveClosures, saveHours } from "#features/retail/retailers/api/service/hours.ts";
import { countRetailersByStatus, listRetailers } from "#features/retail/retailers/api/service/lists.ts";
import {
  listLocations,
  previewRemoval,
  previewSave,
  removeLocation,
  saveLocation,
} from "#features/retail/retailers/api/service/locations.ts";
import { addNote, listNotes } from "#features/retail/retailers/api/service/notes.ts";
import { retailerCovers, retailerLogos, retailerPapers } from "#features/retail/retailers/api/service/pictures.ts";
import { getRetailer, readRetailerActivity } from "#features/retail/retailers/api/service/records.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import {
  draftSettlement,
  readSettlement,
  revealSettlement,
  sealedAccounts,
  settlementChange,
} from "#features/retail/retailers/api/service/settlement.ts";
import {
  applyStatusChange,
  applyTypeChange,
  previewStatusChange,
  previewTypeChange,
} from "#features/retail/retailers/api/service/statuses.ts";
import { changeRetailerStatus, previewStatus } from "#features/retail/retailers/api/service/steps.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailersMenu } from "#features/retail/retailers/contract/menu.ts";
import { retailerContacts } from "#features/retail/retailers/contract/contacts.ts";
import { retailerDocuments } from "#features/retail/retailers/contract/documents.ts";
import { retailerHours } from "#features/retail/retailers/contract/hours.ts";
import { retailerLocations } from "#features/retail/retailers/contract/locations.ts";
import { retailerNotes } from "#features/retail/retailers/contract/notes.ts";
import { retailerDecisions } from "#features/retail/retailers/contract/records.ts";
import { retailerSettlement } from "#features/retail/retailers/contract/settlement.ts";

export const retailersFeature: Feature = {
  routes: [
    ...serve(retailers, {
      list: listRetailers,
      countByStatus: countRetailersByStatus,
      exportCsv: exportRetailers,
      importTemplate: async () => importTemplate(retailersImporter),
      get: getRetailer,
      activity: readRetailerActivity,
      create: createRetailer,
      update: updateRetailer,
      previewUpdate,
      changeStatus: changeRetailerStatus,
      previewStatus,
      remove: removeRetailer,
      previewStatusChange,
      applyStatusChange,
      previewTypeChange,
      applyTypeChange,
    }),
    ...serve(retailerLocations, {
      list: listLocations,
      save: saveLocation,
      previewSave,
      remove: removeLocation,
      previewRemoval,
    }),
    ...serve(retailerHours, { read: readHours, save: saveHours, saveClosures }),
    ...serve(retailerContacts, { list: listContacts, save: saveContact, remove: removeContact }),
    ...serve(retailerDocuments, {
      list: listDocuments,
      add: addDocument,
      remove: removeDocument,
      decide: decideDocument,
      decideKyc,
    }),
    ...serve(retailerSettlement, {
      read: readSettlement,
      reveal: revealSettlement,
      draft: draftSettlement,
      change: (ctx, input) => throughApproval(ctx, settlementChange, input),
    }),
    ...serve(retailerNotes, { list: listNotes, add: addNote }),
  ],
  menu: [retailersMenu],
  scopedRows: [retailerRows],
  decisions: [retailerDecisions],
  filePurposes: [retailerLogos, retailerCovers, retailerPapers],
  importers: [retailersImporter],
  approvals: [settlementChange],
  sealed: sealedAccounts,
  seed: seedRetailers,
};
