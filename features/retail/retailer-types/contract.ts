import * as z from "zod/mini";
import type { MenuSection } from "#base/contract.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";
import { refusals } from "#base/refusal.ts";
import { type RetailerTypeInput, typeFields } from "#features/retail/retailer-types/fields.ts";

/** Closed retailers keep an archived type, but it can't be selected any more (domain 1.1). */
export const typeLifecycle = lifecycle()({ active: { archive: "archived" }, archived: { reopen: "active" } });

const description = describeRecord({
  name: "retailerTypes",
  path: "/api/v1/retailer-types",
  fields: typeFields,
  statuses: typeLifecycle.statuses,
  /** Number of retailers with it, without closed ones. */
  more: { retailersCount: z.int() },
  rowOmits: ["description", "createdBy", "updatedBy"],
  sorts: ["position", "name", "createdAt", "updatedAt", "code"],
  filters: ["channel", "certificatePolicy", "kycLevel"],
  // biome-ignore format: a table
  exportColumns: ["code", "name", "nameI18n", "description", "icon", "channel", "certificatePolicy", "needsSlaughterPolicy", "kycLevel", "pendingDays", "defaultCashbackBps", "maxCashbackBps", "retailersCount", "status", "position", "createdAt", "updatedAt"],
});
// A named type, so that an editor shows `RetailerType` instead of its nineteen fields.
export interface RetailerType extends RecordOf<typeof description> {}
export interface RetailerTypeTypes extends TypesOf<typeof description, RetailerTypeInput, RetailerType> {}
export const types = recordOperations<RetailerTypeTypes>(description);

export const typeRefusals = refusals({
  duplicate_type_code: { status: 409, message: "Another type already has this code." },
  duplicate_type_name: { status: 409, message: "Another type already has this name." },
  type_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  /** `retailers`: how many use it, without closed ones. */
  retailer_type_in_use: {
    status: 409,
    message: "Retailers using this type: {retailers}. Assign them another type first.",
  },
});
const { duplicate_type_code, duplicate_type_name, type_id_taken, retailer_type_in_use } = typeRefusals;
const duplicates = [duplicate_type_code, duplicate_type_name];
const archivings = { path: "archivings", permission: "archive", more: {} };

export const retailerTypes = {
  list: types.list({ summary: "List retailer types", forKeys: true }),
  countByStatus: types.countByStatus({ summary: "Count retailer types by status under the other filters" }),
  importTemplate: types.importTemplate({
    summary: "Get a CSV template with all supported columns and one example row",
  }),
  exportCsv: types.exportCsv({ summary: "Export the listed retailer types as a CSV file" }),
  get: types.get({ summary: "Get a retailer type", forKeys: true }),
  activity: types.activity({ summary: "List the history of a retailer type, newest first" }),
  create: types.create({
    summary: "Create a retailer type (idempotent: the client supplies the ID)",
    refusals: [...duplicates, type_id_taken],
  }),
  update: types.updateWithApproval({
    summary:
      "Update a retailer type; with a fingerprint, only as previewed. Requiring less of retailers needs a reason and a second person",
    refusals: duplicates,
  }),
  previewUpdate: types.previewUpdate({
    summary: "Preview the impact of an update, such as assignments that pause. Changes nothing",
    refusals: duplicates,
  }),
  archive: types.changeStatus(
    { path: "archive", permission: "archive" },
    {
      summary: "Archive a retailer type that only closed retailers use, or restore it",
      refusals: [retailer_type_in_use, ...duplicates],
    },
  ),
  previewArchiving: types.previewBulk(archivings, { summary: "Preview archiving retailer types in bulk" }),
  applyArchiving: types.applyBulk(archivings, {
    summary: "Archive retailer types in bulk as previewed, all or nothing",
  }),
};

export const retailerTypesMenu: MenuSection = {
  id: 11,
  title: "Retailer Types",
  icon: "retailers",
  link: "/apps/retailer-type",
  entries: [
    { id: 111, title: "Types", link: "/apps/retailer-type/types", needs: retailerTypes.list },
    { id: 112, title: "New Type", link: "/apps/retailer-type/types/new", needs: retailerTypes.create },
  ],
};
