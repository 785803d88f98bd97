import { inBatches } from "#api/bulkBatches.ts";
import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { retailersImporter } from "#features/retail/retailers/api/import.ts";
import { seedRetailers } from "#features/retail/retailers/api/seed.ts";
import { listContacts, removeContact, saveContact } from "#features/retail/retailers/contacts/api/contacts.ts";
import {
  addDocument,
  decideDocument,
  decideKyc,
  listDocuments,
  removeDocument,
} from "#features/retail/retailers/kyc/api/documents.ts";
import { readHours, saveClosures, saveHours } from "#features/retail/retailers/hours/api/hours.ts";
import {
  listLocations,
  previewRemoval,
  previewSave,
  removeLocation,
  saveLocation,
} from "#features/retail/retailers/locations/api/locations.ts";
import { addNote, listNotes } from "#features/retail/retailers/notes/api/notes.ts";
import {
  retailerCovers,
  retailerLogos,
  retailerDocumentFiles,
} from "#features/retail/retailers/record/api/pictures.ts";
import { retailersHome } from "#features/retail/retailers/api/service/home.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import {
  draftSettlement,
  readSettlement,
  revealSettlement,
  sealedAccounts,
  settlementChange,
} from "#features/retail/retailers/settlement/api/settlement.ts";
import { changeRetailerStatus, previewStatus } from "#features/retail/retailers/chains/api/transitions.ts";
import { removeRetailer } from "#features/retail/retailers/record/api/removals.ts";
import {
  createRetailer,
  exportRetailers,
  manyRetailerTransitions,
  retailerStore,
  searchableRetailers,
} from "#features/retail/retailers/record/api/store.ts";
import { applyTypeChange, previewTypeChange } from "#features/retail/retailers/record/api/typeChanges.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerDecisions } from "#features/retail/retailers/record/contract.ts";
import { retailersMenu } from "#features/retail/retailers/contract/menu.ts";
import { retailerContacts } from "#features/retail/retailers/contacts/contract.ts";
import { retailerDocuments } from "#features/retail/retailers/kyc/contract.ts";
import { retailerHours } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerNotes } from "#features/retail/retailers/notes/contract.ts";
import { retailerSettlement } from "#features/retail/retailers/settlement/contract.ts";

export const retailersFeature: Feature = {
  routes: [
    ...serve(retailers, {
      ...retailerStore.handlers,
      exportCsv: exportRetailers,
      importTemplate: async () => importTemplate(retailersImporter),
      create: createRetailer,
      changeStatus: changeRetailerStatus,
      previewStatus,
      remove: removeRetailer,
      previewStatusChange: manyRetailerTransitions.preview,
      applyStatusChange: manyRetailerTransitions.apply,
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
  live: [{ resource: "retailers", read: retailers.get, rows: retailerRows, scopeFields: ["country", "parentId"] }],
  decisions: [retailerDecisions],
  filePurposes: [retailerLogos, retailerCovers, retailerDocumentFiles],
  importers: [retailersImporter],
  bulk: [inBatches(retailers.applyStatusChange, manyRetailerTransitions.actionOf)],
  searchable: [searchableRetailers],
  home: retailersHome,
  approvals: [settlementChange],
  sealed: sealedAccounts,
  seed: seedRetailers,
};
