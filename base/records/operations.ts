import * as z from "zod/mini";
import { activityInput, ActivityPage } from "#base/activity.ts";
import { PendingApproval } from "#base/approvals.ts";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { type Method, type Operation, operation, type Permission } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { asPreviewed, Impact, impactFingerprint, withGrounds } from "#base/impact.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import type {
  BulkRoute,
  OperationOptions,
  RecordDescription,
  RecordOperations,
  RecordTypes,
  Shape,
} from "#base/records/types.ts";
import { commonRefusals, type RefusalMaker } from "#base/refusal.ts";

/** An operation without its path and options. The area's refusals come between `before` and `after`. */
type Parts = Omit<Operation, "method" | "path" | "permission" | "summary" | "refusals"> & {
  readonly before?: readonly RefusalMaker[];
  readonly after?: readonly RefusalMaker[];
};

type Route = { readonly path: string; readonly permission: string };

const notFound = [commonRefusals.not_found];
const { preview_stale, loss_needs_reason, too_many_rows } = bulkRefusals;

/** Declares the operations of a described record, one call each, so that a contract lists what it offers. */
export function recordOperations<T extends RecordTypes>(description: RecordDescription<T>): RecordOperations<T> {
  const parts = partsOf(description);
  return { description, ...readsOf(parts), ...writesOf(parts), ...bulkOf(parts) } as never;
}

type DescriptionParts = ReturnType<typeof partsOf>;

function partsOf(description: RecordDescription<RecordTypes>) {
  const { resource, path, fields, filters } = description;
  const status = z.enum(description.statuses as unknown as [string]);
  return {
    ...description,
    status,
    sorts: description.sorts as unknown as [string],
    exportColumns: description.exportColumns as unknown as [string],
    fieldShape: fields.shape as Shape,
    recordShape: (description.record as unknown as { shape: Shape }).shape,
    listFilters: { status: anyOf(status), ...filters },
    versioned: { id: schemas.id(), version: schemas.version() },
    declare:
      (method: Method, rest: string, action: string, { before = [], after = [], reads = [], ...parts }: Parts) =>
      ({ refusals = [], reads: alsoRead = [], ...options }: OperationOptions): Operation =>
        operation({
          ...options,
          ...parts,
          ...(reads.length > 0 ? { reads: [...reads, ...alsoRead] } : {}),
          method,
          path: `${path}${rest}` as `/${string}`,
          permission: `${resource}.${action}` as Permission,
          refusals: [...before, ...refusals, ...after],
        }),
  };
}

function readsOf(parts: DescriptionParts) {
  const { declare, record, rowNames, sorts, filters, listFilters, status } = parts;
  const shape = { ...parts.recordShape, ...parts.rowsAlso };
  const row = z.object(Object.fromEntries(rowNames.map((name) => [name, shape[name]!])));
  const columns = anyOf(z.enum(parts.exportColumns));
  const ofAll = { reads: [{ resource: parts.auditResource }] };
  const ofOne = { reads: [{ resource: parts.auditResource, id: "id" }] };
  const csv = { output: z.string(), reply: "csv" } as const;
  return {
    list: declare("GET", "", "read", { ...ofAll, input: listInput(sorts, listFilters), output: page(row) }),
    countByStatus: declare("GET", "/counts", "read", {
      ...ofAll,
      input: listFilter(filters),
      output: z.object({ byStatus: z.record(status, Total) }),
    }),
    exportCsv: declare("GET", "/export.csv", "export", {
      ...csv,
      input: listInput(sorts, { ...listFilters, columns }),
    }),
    importTemplate: declare("GET", "/import-template.csv", "import", {
      ...csv,
      input: z.strictObject({}),
      holdsNoRecords: true,
    }),
    get: declare("GET", "/{id}", "read", {
      ...ofOne,
      input: z.strictObject({ id: schemas.id() }),
      output: record,
      before: notFound,
    }),
    activity: declare("GET", "/{id}/activity", "read", {
      ...ofOne,
      input: z.strictObject(activityInput),
      output: ActivityPage,
      before: notFound,
    }),
  };
}

function writesOf({ declare, record, status, fieldShape, versioned }: DescriptionParts) {
  const patch = { ...versioned, ...z.partial(z.strictObject(fieldShape)).shape };
  const change = (input: Shape, output: z.core.$ZodType, ...after: readonly RefusalMaker[]) =>
    ({ input: z.strictObject(input), output, versioned: true, before: notFound, after }) as const;
  const update = (...parts: Parameters<typeof change>) => declare("PATCH", "/{id}", "update", change(...parts));
  const previewed = { ...patch, ...asPreviewed };
  return {
    create: declare("POST", "", "create", {
      input: z.strictObject({ id: schemas.id(), ...fieldShape }),
      output: record,
    }),
    update: update(patch, record),
    updateAsPreviewed: update(previewed, record, preview_stale),
    updateWithApproval: update(
      { ...previewed, ...withGrounds },
      z.union([record, PendingApproval]),
      preview_stale,
      loss_needs_reason,
    ),
    previewUpdate: declare("POST", "/{id}/preview", "update", change(patch, Impact)),
    changeStatus: ({ path, permission, more = {} }: Route & { more?: Shape }, options: OperationOptions) =>
      declare("POST", `/{id}/${path}`, permission, change({ ...versioned, to: status, ...more }, record))(options),
    previewStatus: ({ path, permission }: Route, options: OperationOptions) =>
      declare("POST", `/{id}/${path}/preview`, permission, {
        input: z.strictObject({ id: schemas.id(), to: status }),
        output: Impact,
        before: notFound,
      })(options),
    remove: declare("DELETE", "/{id}", "delete", {
      input: z.strictObject(versioned),
      output: z.undefined(),
      reply: "empty",
      versioned: true,
      before: notFound,
    }),
  };
}

function bulkOf({ declare, listFilters }: DescriptionParts) {
  const bulk = (more: Shape, output: z.core.$ZodType, ...after: readonly RefusalMaker[]) => {
    const input = z.strictObject({ selection: selection(listFilter(listFilters)), ...more });
    return { input, output, after };
  };
  return {
    previewBulk: ({ path, permission, more }: BulkRoute<Shape>, options: OperationOptions) =>
      declare("POST", `/${path}/preview`, permission, bulk(more, BulkPreview, too_many_rows))(options),
    applyBulk: ({ path, permission, more }: BulkRoute<Shape>, options: OperationOptions) => {
      const withFingerprint = { ...more, fingerprint: impactFingerprint() };
      const parts = bulk(withFingerprint, BulkResult, preview_stale, too_many_rows);
      return declare("POST", `/${path}`, permission, parts)(options);
    },
  };
}
