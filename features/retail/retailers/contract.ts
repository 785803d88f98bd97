import * as z from "zod/mini";
import { activityInput, ActivityPage } from "#base/activity.ts";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { asPreviewed, Impact, impactFingerprint as fingerprint } from "#base/impact.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import {
  Retailer,
  retailerExportColumns,
  RetailerFilter,
  retailerFilters as filters,
  RetailerInput,
  RetailerPatch,
  retailerRefusals as r,
  RetailerRow,
  retailerSorts,
  RetailerStatus,
  retailerStatusFilter as status,
  statusChange,
  StepImpact,
  withBranches,
} from "#features/retail/retailers/contract/records.ts";

// What a retailer is stands in contract/records.ts, its parts and their calls in the files beside it.

const bulkStatusChange = { selection: selection(RetailerFilter), ...statusChange };
const bulkTypeChange = { selection: selection(RetailerFilter), retailerTypeId: fields.id() };

const writeRefusals = [
  r.duplicate_gln,
  r.duplicate_registration,
  r.type_not_available,
  r.parent_not_found,
  r.chain_cycle,
  r.chain_too_deep,
  r.own_risk,
  fileRefusals.file_unknown,
] as const;

const change = { id: fields.id(), version: fields.version(), ...RetailerPatch.shape };

export const retailers = {
  list: operation({
    method: "GET",
    path: "/api/v1/retailers",
    permission: "retailers.read",
    summary: "Retailers, a page at a time; with `near` those around a point",
    forKeys: true,
    input: listInput(retailerSorts, { status, ...filters }),
    output: page(RetailerRow),
  }),
  countByStatus: operation({
    method: "GET",
    path: "/api/v1/retailers/counts",
    permission: "retailers.read",
    summary: "How many retailers have each status, under the other filters",
    forKeys: true,
    input: listFilter(filters),
    output: z.object({ byStatus: z.record(RetailerStatus, Total) }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/retailers/export.csv",
    permission: "retailers.export",
    summary: "Every retailer the list finds, as a CSV file",
    forKeys: true,
    input: listInput(retailerSorts, { status, ...filters, columns: anyOf(z.enum(retailerExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  /** Who may call this may import; the button names it. */
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/retailers/import-template.csv",
    permission: "retailers.import",
    summary: "A CSV file with the columns that an import understands and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}",
    permission: "retailers.read",
    summary: "One retailer",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Retailer,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/retailers/{id}/activity",
    permission: "retailers.read",
    summary: "What was done to a retailer and its parts, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/retailers",
    permission: "retailers.create",
    summary: "Make a draft. The caller makes the id; sent again, it answers the retailer it made",
    forKeys: true,
    /** What is left out is empty. */
    input: z.strictObject({
      id: fields.id(),
      ...RetailerPatch.shape,
      tradingName: RetailerInput.shape.tradingName,
      retailerTypeId: RetailerInput.shape.retailerTypeId,
    }),
    output: Retailer,
    refusals: [...writeRefusals, r.retailer_id_taken],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/retailers/{id}",
    permission: "retailers.update",
    summary: "Change some fields; with a fingerprint only as previewed. Another chain moves all that is below along",
    forKeys: true,
    input: z.strictObject({ ...change, ...asPreviewed }),
    output: Retailer,
    versioned: true,
    refusals: [commonRefusals.not_found, ...writeRefusals, bulkRefusals.preview_stale],
  }),
  previewUpdate: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/preview",
    permission: "retailers.update",
    summary:
      "What a change of some fields would bring about elsewhere, such as assignments that pause. Changes nothing",
    input: z.strictObject(change),
    output: Impact,
    versioned: true,
    refusals: [commonRefusals.not_found, ...writeRefusals],
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/status",
    permission: "retailers.update",
    summary: "Take a step in the life of a retailer, alone or with its branches; with a fingerprint only as previewed",
    input: z.strictObject({
      id: fields.id(),
      version: fields.version(),
      ...statusChange,
      ...withBranches,
      ...asPreviewed,
    }),
    output: Retailer,
    versioned: true,
    refusals: [commonRefusals.not_found, r.retailer_step_invalid, r.retailer_step_blocked, bulkRefusals.preview_stale],
  }),
  previewStatus: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/status/preview",
    permission: "retailers.update",
    summary: "What a step would bring about elsewhere, such as assignments that pause. Changes nothing",
    input: z.strictObject({ id: fields.id(), to: RetailerStatus, ...withBranches }),
    output: StepImpact,
    refusals: [commonRefusals.not_found, r.retailer_step_invalid, r.retailer_step_blocked],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/retailers/{id}",
    permission: "retailers.delete",
    summary: "Delete a draft that nothing refers to",
    input: z.strictObject({ id: fields.id(), version: fields.version() }),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [commonRefusals.not_found, r.only_draft_retailers_deleted, r.retailer_in_use],
  }),
  previewStatusChange: operation({
    method: "POST",
    path: "/api/v1/retailers/status-changes/preview",
    permission: "retailers.update",
    summary: "What a change of status would do to many retailers",
    input: z.strictObject(bulkStatusChange),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows],
  }),
  applyStatusChange: operation({
    method: "POST",
    path: "/api/v1/retailers/status-changes",
    permission: "retailers.update",
    summary: "Change the status of many retailers, as previewed: all of them or none",
    input: z.strictObject({ ...bulkStatusChange, fingerprint: fingerprint() }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, bulkRefusals.too_many_rows],
  }),
  previewTypeChange: operation({
    method: "POST",
    path: "/api/v1/retailers/type-changes/preview",
    permission: "retailers.update",
    summary: "What another type would do to many retailers",
    input: z.strictObject(bulkTypeChange),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows, r.type_not_available],
  }),
  applyTypeChange: operation({
    method: "POST",
    path: "/api/v1/retailers/type-changes",
    permission: "retailers.update",
    summary: "Give many retailers another type, as previewed: all of them or none",
    input: z.strictObject({ ...bulkTypeChange, fingerprint: fingerprint() }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, bulkRefusals.too_many_rows, r.type_not_available],
  }),
};
