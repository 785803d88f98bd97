import * as z from "zod/mini";
import { bulkRefusals } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { asPreviewed } from "#base/impact.ts";
import { anyOf } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals } from "#base/refusal.ts";
import { kycLevels } from "#features/retail/retailer-types/contract/kyc.ts";
import {
  Named,
  RetailerStatus,
  Transition,
  TransitionImpact,
  kycStatuses,
  near,
  retailerRefusals as r,
  retailerStatuses,
  statusChange,
  withBranches,
} from "#features/retail/retailers/record/contract.ts";
import { retailerFields, type RetailerInput } from "#features/retail/retailers/record/fields.ts";

const typeName = { ...Named.shape, nameI18n: z.record(z.string(), z.string()) };

const description = describeRecord({
  name: "retailers",
  path: "/api/v1/retailers",
  fields: retailerFields,
  statuses: retailerStatuses,
  more: {
    /** `RET-000123`, for people to read out. */
    code: z.string(),
    type: z.object({ ...typeName, kycLevel: z.enum(kycLevels), isOnline: z.boolean() }),
    /** The chains above it, the nearest first, as far as the reader may see them. */
    chain: z.array(Named),
    depth: z.int(),
    branchesCount: z.int(),
    locationsCount: z.int(),
    contactsCount: z.int(),
    /** Of its primary location. */
    city: z.nullable(z.string()),
    /** The reason for this status. Always set when it is suspended, rejected or asked for changes. */
    statusReason: z.nullable(z.string()),
    kycStatus: z.enum(kycStatuses),
    kycExpiresOn: z.nullable(z.string()),
    kycReason: z.nullable(z.string()),
    /** Assigned products that have not ended, and those of them that are paused. */
    productsCount: z.int(),
    stoppedCount: z.int(),
    /** The possible transitions, with what blocks them. */
    allowedTransitions: z.array(Transition),
  },
  rowOmits: [
    "retailerTypeId",
    "parentId",
    "timezone",
    "defaultLanguage",
    "defaultCurrency",
    "registrationNo",
    "registrationCountry",
    "taxNo",
    "website",
    "social",
    "logoAlt",
    "logoAltI18n",
    "coverFileId",
    "commissionBps",
    "settlementTermsDays",
    "posIntegration",
    "visibility",
    "riskFlags",
    "type",
    "chain",
    "depth",
    "branchesCount",
    "contactsCount",
    "statusReason",
    "kycExpiresOn",
    "kycReason",
    "allowedTransitions",
    "createdBy",
    "updatedBy",
  ],
  rowsAlso: {
    type: z.object(typeName),
    /** Null as well where the reader may not see it. */
    parent: z.nullable(Named),
    /** When it, one of its parts or one of its assignments last changed. */
    lastActivityAt: z.string(),
    /** From the point of the filter `near`, to its nearest location. */
    distanceKm: z.nullable(z.number()),
  },
  /** `distance` goes with the filter `near`. */
  sorts: ["name", "createdAt", "updatedAt", "code", "country", "city", "distance"],
  filters: [],
  moreFilters: {
    retailerTypeId: anyOf(schemas.id()),
    country: anyOf(schemas.countryCode()),
    /** Spelled in any way that the search folds. */
    city: z.optional(schemas.text({ min: 1, max: 120 })),
    kyc: anyOf(z.enum(kycStatuses)),
    /** Something that it sells is stopped for want of a certificate. */
    hasHalalIssue: z.optional(z.boolean()),
    hasNoProducts: z.optional(z.boolean()),
    /** Who sell a product of one of these brands. */
    brand: anyOf(schemas.id()),
    near: z.optional(near),
    /** The branches below one. */
    below: z.optional(schemas.id()),
  },
  /** In one line with its primary location. The import reads it back. */
  exportColumns: [
    "code",
    "tradingName",
    "tradingNameI18n",
    "legalName",
    "type",
    "parent",
    "country",
    "timezone",
    "defaultLanguage",
    "defaultCurrency",
    "registrationNo",
    "registrationCountry",
    "taxNo",
    "gln",
    "website",
    "social",
    "commissionBps",
    "settlementTermsDays",
    "posIntegration",
    "visibility",
    "city",
    "status",
    "statusReason",
    "kycStatus",
    "productsCount",
    "stoppedCount",
    "locationsCount",
    "distanceKm",
    "lastActivityAt",
    "createdAt",
    "updatedAt",
  ],
  exportsAlso: ["parent", "distanceKm", "lastActivityAt"],
});
export interface Retailer extends RecordOf<typeof description> {}
export interface RetailerTypes extends TypesOf<typeof description, RetailerInput, Retailer> {}
export type RetailerRow = RetailerTypes["row"];
export const retailerOperations = recordOperations<RetailerTypes>(description);

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
const statusChanges = { path: "status-changes", permission: "update", more: statusChange };
const typeChanges = { path: "type-changes", permission: "update", more: { retailerTypeId: schemas.id() } };

export const retailers = {
  list: retailerOperations.list({
    reads: [{ resource: "retailerTypes" }],
    summary: "List retailers; `near` limits the list to those around a point",
    forKeys: true,
  }),
  countByStatus: retailerOperations.countByStatus({
    summary: "Count retailers by status under the other filters",
    forKeys: true,
  }),
  exportCsv: retailerOperations.exportCsv({
    summary: "Export the listed retailers as a CSV file",
    forKeys: true,
  }),
  /** Who may call this may import; the button names it. */
  importTemplate: retailerOperations.importTemplate({
    summary: "Get a CSV template with all supported columns and one example row",
  }),
  get: retailerOperations.get({
    summary: "Get a retailer",
    forKeys: true,
    reads: [{ resource: "retailerTypes" }],
  }),
  activity: retailerOperations.activity({ summary: "List the history of a retailer and its parts, newest first" }),
  create: operation({
    method: "POST",
    path: "/api/v1/retailers",
    permission: "retailers.create",
    summary: "Create a draft retailer (idempotent: the client supplies the ID)",
    forKeys: true,
    /** What is left out is empty. */
    input: z.strictObject({
      id: schemas.id(),
      ...z.partial(z.object(retailerFields.shape)).shape,
      tradingName: retailerFields.shape.tradingName,
      retailerTypeId: retailerFields.shape.retailerTypeId,
    }),
    output: description.record,
    refusals: [...writeRefusals, r.retailer_id_taken],
  }),
  update: retailerOperations.updateAsPreviewed({
    summary: "Update a retailer; with a fingerprint, only as previewed. Its branches move with it to another chain",
    forKeys: true,
    refusals: writeRefusals,
  }),
  previewUpdate: retailerOperations.previewUpdate({
    summary: "Preview the impact of an update, such as assignments that pause. Changes nothing",
    refusals: writeRefusals,
  }),
  changeStatus: retailerOperations.changeStatus(
    { path: "status", permission: "update", more: { reason: statusChange.reason, ...withBranches, ...asPreviewed } },
    {
      summary: "Change the status of a retailer, alone or with its branches; with a fingerprint, only as previewed",
      refusals: [r.retailer_step_invalid, r.retailer_step_blocked, bulkRefusals.preview_stale],
    },
  ),
  previewStatus: operation({
    method: "POST",
    path: "/api/v1/retailers/{id}/status/preview",
    permission: "retailers.update",
    summary: "Preview the impact of a status change, such as assignments that pause. Changes nothing",
    input: z.strictObject({ id: schemas.id(), to: RetailerStatus, ...withBranches }),
    output: TransitionImpact,
    refusals: [commonRefusals.not_found, r.retailer_step_invalid, r.retailer_step_blocked],
  }),
  remove: retailerOperations.remove({
    summary: "Delete a draft retailer that no other record uses",
    refusals: [r.only_draft_retailers_deleted, r.retailer_in_use],
  }),
  previewStatusChange: retailerOperations.previewBulk(statusChanges, {
    summary: "Preview a status change of many retailers",
  }),
  applyStatusChange: retailerOperations.applyBulk(statusChanges, {
    summary: "Change the status of many retailers as previewed, all or nothing",
  }),
  previewTypeChange: retailerOperations.previewBulk(typeChanges, {
    summary: "Preview a type change of many retailers",
    refusals: [r.type_not_available],
  }),
  applyTypeChange: retailerOperations.applyBulk(typeChanges, {
    summary: "Change the type of many retailers as previewed, all or nothing",
    refusals: [r.type_not_available],
  }),
};
