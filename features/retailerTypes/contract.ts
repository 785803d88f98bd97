import * as z from "zod/mini";
import { activityInput, ActivityPage, type Changes } from "#base/activity.ts";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { Waiting } from "#base/approvals.ts";
import { asPreviewed, Impact, withGrounds } from "#base/impact.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { kycLevels } from "#features/retailerTypes/contract/kyc.ts";

/** An archived type stays on the retailers that are closed, and nobody chooses it any more (domain 1.1). */
export const retailerTypeStatuses = ["active", "archived"] as const;
export const RetailerTypeStatus = z.enum(retailerTypeStatuses);
export type RetailerTypeStatus = z.output<typeof RetailerTypeStatus>;

/** Where such shops are. One that is online only needs no location. */
export const channels = ["physical", "online", "both"] as const;
/** What must be certified before a product earns in such a shop. */
export const certificatePolicies = ["none", "warn", "require_product", "require_premise", "require_both"] as const;
/** Pictures that stand for a type in menus and on maps. */
export const typeIcons = [
  "store",
  "butcher",
  "restaurant",
  "cafe",
  "bakery",
  "pharmacy",
  "cosmetics",
  "fashion",
  "travel",
  "online",
] as const;
export type TypeIcon = (typeof typeIcons)[number];

export const retailerTypeLimits = {
  nameMin: 2,
  nameMax: 80,
  descriptionMax: 2000,
  bpsMax: 10_000,
  pendingDaysMax: 120,
  positionMax: 10_000,
} as const;

const bps = () => z.int().check(z.minimum(0), z.maximum(retailerTypeLimits.bpsMax));

const written = {
  /** Read aloud and written into files: `GROCERY`. */
  code: z.string().check(z.trim(), z.regex(/^[A-Z][A-Z0-9_]{1,31}$/, { error: "type_code" })),
  name: fields.text({ min: retailerTypeLimits.nameMin, max: retailerTypeLimits.nameMax }),
  nameI18n: fields.translations({ max: retailerTypeLimits.nameMax }),
  description: z.nullable(fields.text({ min: 1, max: retailerTypeLimits.descriptionMax, multiline: true })),
  icon: z.nullable(z.enum(typeIcons)),
  /** Types are offered in this order, then by name. */
  position: z.int().check(z.minimum(0), z.maximum(retailerTypeLimits.positionMax)),
  channel: z.enum(channels),
  certificatePolicy: z.enum(certificatePolicies),
  /** Meat needs a certificate that states how it was slaughtered and stunned. */
  needsSlaughterPolicy: z.boolean(),
  kycLevel: z.enum(kycLevels),
  /** In basis points: 250 is 2.5 %. */
  defaultCashbackBps: bps(),
  maxCashbackBps: bps(),
  /** The return window: days before cashback can be spent. */
  pendingDays: z.int().check(z.minimum(0), z.maximum(retailerTypeLimits.pendingDaysMax)),
};

/** All of a type that a person fills in. */
export const RetailerTypeInput = z.strictObject(written);
export type RetailerTypeInput = z.output<typeof RetailerTypeInput>;

/** Only the fields that changed. */
export const RetailerTypePatch = z.partial(RetailerTypeInput);
export type RetailerTypePatch = z.output<typeof RetailerTypePatch>;

export const RetailerType = z.object({
  id: z.string(),
  ...z.object(written).shape,
  status: RetailerTypeStatus,
  /** Retailers that use it and are not closed. */
  retailersCount: z.int(),
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
});
export type RetailerType = z.output<typeof RetailerType>;

export const RetailerTypeRow = z.omit(RetailerType, { description: true, createdBy: true, updatedBy: true });
export type RetailerTypeRow = z.output<typeof RetailerTypeRow>;

export const retailerTypeSorts = ["position", "name", "createdAt", "updatedAt", "code"] as const;

const filters = {
  ids: anyOf(fields.id()),
  channel: anyOf(z.enum(channels)),
  certificatePolicy: anyOf(z.enum(certificatePolicies)),
  kycLevel: anyOf(z.enum(kycLevels)),
};
/** Without it a list leaves archived types out. */
const status = anyOf(RetailerTypeStatus);

const archiving = { selection: selection(listFilter({ status, ...filters })) };

/** What a file holds of a type, under the names that the import reads. */
export const retailerTypeExportColumns = [
  "code",
  "name",
  "nameI18n",
  "description",
  "icon",
  "channel",
  "certificatePolicy",
  "needsSlaughterPolicy",
  "kycLevel",
  "pendingDays",
  "defaultCashbackBps",
  "maxCashbackBps",
  "retailersCount",
  "status",
  "position",
  "createdAt",
  "updatedAt",
] as const;

export const retailerTypeRefusals = refusals({
  duplicate_type_code: { status: 409, message: "Another type already has this code." },
  duplicate_type_name: { status: 409, message: "Another type already has this name." },
  type_id_taken: { status: 409, message: "Another record already has this id." },
  /** `retailers`: how many use it, as far as they are not closed. */
  retailer_type_in_use: { status: 409, message: "{retailers} retailers use this type. Give them another one first." },
});
const { duplicate_type_code, duplicate_type_name, type_id_taken, retailer_type_in_use } = retailerTypeRefusals;

const change = { id: fields.id(), version: fields.version(), ...RetailerTypePatch.shape };
const changeRefusals = [duplicate_type_code, duplicate_type_name];

/** The details of `version_conflict`. */
export type RetailerTypeConflict = {
  readonly current: RetailerType;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};

export const retailerTypes = {
  list: operation({
    method: "GET",
    path: "/api/v1/retailer-types",
    permission: "retailerTypes.read",
    summary: "Retailer types, a page at a time",
    forKeys: true,
    input: listInput(retailerTypeSorts, { status, ...filters }),
    output: page(RetailerTypeRow),
  }),
  countByStatus: operation({
    method: "GET",
    path: "/api/v1/retailer-types/counts",
    permission: "retailerTypes.read",
    summary: "How many types have each status, under the other filters",
    input: listFilter(filters),
    output: z.object({ byStatus: z.record(RetailerTypeStatus, Total) }),
  }),
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/retailer-types/import-template.csv",
    permission: "retailerTypes.import",
    summary: "A CSV file with the columns that an import understands and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/retailer-types/export.csv",
    permission: "retailerTypes.export",
    summary: "Every type the list finds, as a CSV file",
    input: listInput(retailerTypeSorts, { status, ...filters, columns: anyOf(z.enum(retailerTypeExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/retailer-types/{id}",
    permission: "retailerTypes.read",
    summary: "One retailer type",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: RetailerType,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/retailer-types/{id}/activity",
    permission: "retailerTypes.read",
    summary: "What was done to a retailer type, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/retailer-types",
    permission: "retailerTypes.create",
    summary: "Make a type. The caller makes the id; sent again, it answers the type it made",
    input: z.strictObject({ id: fields.id(), ...RetailerTypeInput.shape }),
    output: RetailerType,
    refusals: [duplicate_type_code, duplicate_type_name, type_id_taken],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/retailer-types/{id}",
    permission: "retailerTypes.update",
    summary:
      "Change some fields; with a fingerprint only as previewed. What asks less of retailers takes a reason, and a second person",
    input: z.strictObject({ ...change, ...asPreviewed, ...withGrounds }),
    output: z.union([RetailerType, Waiting]),
    versioned: true,
    refusals: [commonRefusals.not_found, ...changeRefusals, bulkRefusals.preview_stale, bulkRefusals.loss_needs_reason],
  }),
  previewUpdate: operation({
    method: "POST",
    path: "/api/v1/retailer-types/{id}/preview",
    permission: "retailerTypes.update",
    summary:
      "What a change of some fields would bring about elsewhere, such as assignments that pause. Changes nothing",
    input: z.strictObject(change),
    output: Impact,
    versioned: true,
    refusals: [commonRefusals.not_found, ...changeRefusals],
  }),
  archive: operation({
    method: "POST",
    path: "/api/v1/retailer-types/{id}/archive",
    permission: "retailerTypes.archive",
    summary: "Archive a type that only closed retailers use, or bring it back",
    input: z.strictObject({ id: fields.id(), version: fields.version(), to: RetailerTypeStatus }),
    output: RetailerType,
    versioned: true,
    refusals: [commonRefusals.not_found, retailer_type_in_use, duplicate_type_code, duplicate_type_name],
  }),
  previewArchiving: operation({
    method: "POST",
    path: "/api/v1/retailer-types/archivings/preview",
    permission: "retailerTypes.archive",
    summary: "What archiving many types would do",
    input: z.strictObject(archiving),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows],
  }),
  applyArchiving: operation({
    method: "POST",
    path: "/api/v1/retailer-types/archivings",
    permission: "retailerTypes.archive",
    summary: "Archive many types, as previewed: all of them or none",
    input: z.strictObject({ ...archiving, fingerprint: z.string().check(z.maxLength(100)) }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, bulkRefusals.too_many_rows],
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
