import * as z from "zod/mini";
import { activityInput, ActivityPage, type Changes } from "#base/activity.ts";
import { bulkRefusals } from "#base/bulk.ts";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listInput, page, sortLanguage } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import {
  assignmentFilters,
  assignmentLimits,
  candidateFilters,
  Change,
  ChangePreview,
  TermsPatch,
} from "#features/retail/assignments/contract/changes.ts";
import {
  Assignment,
  Candidate,
  MatrixRow,
  RetailerSettings,
  RetailerEvent,
  RetailerWithCounts,
} from "#features/retail/assignments/contract/rows.ts";

export const assignmentSorts = ["product", "createdAt", "updatedAt"] as const;
export const candidateSorts = ["name"] as const;

export const assignmentExportColumns = [
  "retailerCode",
  "location",
  "gtin",
  "productCode",
  "productName",
  "brandName",
  "status",
  "pauseReason",
  "halal",
  "certificate",
  "halalEndsAt",
  "halalLastDay",
  "priceMinor",
  "currency",
  "stockStatus",
  "cashbackMode",
  "cashbackBps",
  "cashbackFixedMinor",
  "cashbackCapMinor",
  "consumerCapPerMonth",
  "rateSource",
  "startsAt",
  "endsAt",
  "retailerSku",
  "shelfUrl",
] as const;

/** Rows of the matrix per request. */
export const matrixRowsMax = 100;

export const assignmentRefusals = refusals({
  rate_too_high: { status: 409, message: "Maximum cashback for this retailer type: {maxPercent}%." },
  wrong_currency: { status: 409, message: "This retailer sells in {currency}." },
  assignment_ended: { status: 409, message: "This assignment has ended. Assign the product again." },
  period_overlaps: { status: 409, message: "This product is already assigned here for those dates." },
});

/** Details of `version_conflict`. */
export type AssignmentConflict = {
  readonly current: Assignment;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};

export const assignments = {
  listShops: operation({
    method: "GET",
    path: "/api/v1/assignments/shops",
    reads: [{ resource: "retailers" }, { resource: "assignments" }],
    permission: "assignments.read",
    summary: "List retailers whose products can be viewed or copied",
    input: z.strictObject({
      search: z.optional(fields.looseText({ max: 200 })),
      exceptId: z.optional(fields.id()),
      ids: anyOf(fields.id()),
    }),
    output: z.object({ rows: z.array(RetailerWithCounts) }),
  }),
  shop: operation({
    method: "GET",
    path: "/api/v1/assignments/shops/{retailerId}",
    reads: [{ resource: "retailers", id: "retailerId" }, { resource: "assignments" }],
    permission: "assignments.read",
    summary: "Get a retailer with its locations, its branches and its number of assigned products",
    input: z.strictObject({ retailerId: fields.id() }),
    output: RetailerSettings,
    refusals: [commonRefusals.not_found],
  }),
  shopActivity: operation({
    method: "GET",
    path: "/api/v1/assignments/shops/{id}/activity",
    reads: [{ resource: "assignments", id: "id" }],
    permission: "assignments.read",
    summary: "List automatic pauses and resumptions at a retailer with their reasons, newest first",
    input: z.strictObject(activityInput),
    output: z.object({ events: z.array(RetailerEvent), hasMore: z.boolean() }),
    refusals: [commonRefusals.not_found],
  }),
  list: operation({
    method: "GET",
    path: "/api/v1/assignments",
    reads: [
      { resource: "assignments" },
      { resource: "products" },
      { resource: "retailers" },
      { resource: "certificates" },
    ],
    permission: "assignments.read",
    summary: "List assigned products with halal status, price, cashback and anything that blocks them",
    forKeys: true,
    input: listInput(assignmentSorts, assignmentFilters),
    output: page(Assignment),
  }),
  candidates: operation({
    method: "GET",
    path: "/api/v1/assignments/candidates",
    reads: [{ resource: "assignments" }, { resource: "products" }, { resource: "certificates" }],
    permission: "assignments.read",
    summary: "List products that can be assigned to a retailer, with anything that blocks them",
    input: listInput(candidateSorts, candidateFilters),
    output: page(Candidate),
  }),
  matrix: operation({
    method: "GET",
    path: "/api/v1/assignments/matrix",
    reads: [{ resource: "assignments" }, { resource: "products" }, { resource: "retailers" }],
    permission: "assignments.read",
    summary: "List products by branch of a chain, a window of rows at a time",
    input: z.strictObject({
      retailerId: fields.id(),
      search: z.optional(fields.looseText({ max: 200 })),
      brand: anyOf(fields.id()),
      category: anyOf(fields.id()),
      /** Only products that some branch sells. */
      isAssigned: z.optional(z.boolean()),
      sortLanguage,
      offset: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(matrixRowsMax)), 50),
    }),
    output: z.object({ total: z.int(), rows: z.array(MatrixRow) }),
    refusals: [commonRefusals.not_found],
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/assignments/export.csv",
    permission: "assignments.export",
    summary: "Export assigned products as a CSV file that can be imported again",
    forKeys: true,
    input: listInput(assignmentSorts, {
      ...assignmentFilters,
      columns: anyOf(z.enum(assignmentExportColumns)),
    }),
    output: z.string(),
    reply: "csv",
  }),
  /** Permission to call this includes the import (`features/retail/assignments/api/import.ts` has its handler). */
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/assignments/import-template.csv",
    permission: "assignments.import",
    summary: "Get a CSV template with all supported columns and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/assignments/{id}",
    reads: [{ resource: "assignments" }],
    permission: "assignments.read",
    summary: "Get an assignment",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Assignment,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/assignments/{id}/activity",
    reads: [{ resource: "assignments" }],
    permission: "assignments.read",
    summary: "List the history of an assignment, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/assignments/{id}",
    permission: "assignments.update",
    summary: "Update price, stock, cashback or period of an assignment",
    forKeys: true,
    input: z.strictObject({ id: fields.id(), version: fields.version(), ...TermsPatch.shape }),
    output: Assignment,
    versioned: true,
    refusals: [commonRefusals.not_found, ...Object.values(assignmentRefusals)],
  }),
  preview: operation({
    method: "POST",
    path: "/api/v1/assignments/changes/preview",
    permission: "assignments.update",
    summary: "Preview a bulk change: what is created, what exists already, what is blocked and why",
    input: z.strictObject({
      change: Change,
      lines: z._default(z.int().check(z.minimum(0), z.maximum(assignmentLimits.linesMax)), 200),
    }),
    output: ChangePreview,
    refusals: [commonRefusals.not_found, bulkRefusals.too_many_rows],
  }),
  apply: operation({
    method: "POST",
    path: "/api/v1/assignments/changes",
    permission: "assignments.update",
    summary: "Apply a previewed bulk change, all or nothing",
    input: z.strictObject({ change: Change, fingerprint: z.string().check(z.maxLength(100)) }),
    output: z.object({ changed: z.int(), leftOut: z.int() }),
    refusals: [commonRefusals.not_found, bulkRefusals.preview_stale, bulkRefusals.too_many_rows],
  }),
};
