import { expect, test } from "vitest";
import * as z from "zod/mini";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { recordOperations } from "#base/records/operations.ts";
import { refusals } from "#base/refusal.ts";

const widgetFields = fields({
  name: field.text({ required: true, max: 10 }),
  kind: field.choice(["dry", "cold"], { initial: "dry" }),
});
interface WidgetInput extends ValuesOf<typeof widgetFields> {}
const declared = {
  name: "shelves",
  resource: "storage",
  path: "/api/v1/shelves",
  fields: widgetFields,
  statuses: ["active", "archived"],
  more: { products: z.int() },
  hides: ["createdBy"],
  rowOmits: ["updatedBy"],
  sorts: ["name", "updatedAt"],
  filters: ["kind"],
  moreFilters: { isFull: z.optional(z.boolean()) },
  exportColumns: ["name", "products"],
} as const;
const description = describeRecord(declared);
interface Widget extends RecordOf<typeof description> {}
interface WidgetTypes extends TypesOf<typeof description, WidgetInput, Widget> {}
const widgets = recordOperations<WidgetTypes>(description);
const summary = "Shelves";
const { shelf_taken } = refusals({ shelf_taken: { status: 409, message: "Another shelf has this name." } });

const accepts = (input: z.core.$ZodType, value: unknown) => z.safeParse(input, value).success;
const id = "0190a000-0000-7000-8000-000000000001";

test("permissions use the resource's name, and paths start with the record's", () => {
  const route = { path: "archive", permission: "remove" };
  const bulk = { path: "moves", permission: "update", more: { to: z.string() } };
  const all = [
    widgets.list({ summary }),
    widgets.countByStatus({ summary }),
    widgets.exportCsv({ summary }),
    widgets.importTemplate({ summary }),
    widgets.get({ summary }),
    widgets.activity({ summary }),
    widgets.create({ summary }),
    widgets.update({ summary }),
    widgets.previewUpdate({ summary }),
    widgets.changeStatus(route, { summary }),
    widgets.previewBulk(bulk, { summary }),
    widgets.applyBulk(bulk, { summary }),
  ];
  expect(all.map(({ method, path, permission }) => `${method} ${path.slice("/api/v1".length)} ${permission}`)).toEqual([
    "GET /shelves storage.read",
    "GET /shelves/counts storage.read",
    "GET /shelves/export.csv storage.export",
    "GET /shelves/import-template.csv storage.import",
    "GET /shelves/{id} storage.read",
    "GET /shelves/{id}/activity storage.read",
    "POST /shelves storage.create",
    "PATCH /shelves/{id} storage.update",
    "POST /shelves/{id}/preview storage.update",
    "POST /shelves/{id}/archive storage.remove",
    "POST /shelves/moves/preview storage.update",
    "POST /shelves/moves storage.update",
  ]);
});

test("a list accepts only its own sorts and filters, and its rows leave out what is omitted", () => {
  const { input, output } = widgets.list({ summary });
  expect(accepts(input, { sort: "updatedAt", status: ["archived"], kind: ["cold"], isFull: true, ids: [id] })).toBe(
    true,
  );
  expect(accepts(input, { sort: "products" })).toBe(false);
  expect(accepts(input, { kind: ["warm"] })).toBe(false);
  expect(description.rowNames).toEqual([
    "id",
    "name",
    "kind",
    "status",
    "products",
    "version",
    "createdAt",
    "updatedAt",
  ]);
  expect(accepts(output, { rows: [{ id }], next: null, previous: null, total: null })).toBe(false);
});

test("a list without ids refuses them, and the other filters stay", () => {
  const few = describeRecord({ ...declared, hasNoIds: true });
  const { input } = recordOperations<WidgetTypes>(few).list({ summary });
  expect(accepts(input, { kind: ["cold"], isFull: true })).toBe(true);
  expect(accepts(input, { ids: [id] })).toBe(false);
});

test("a patch accepts some of the fields, and a fingerprint or a reason only if the update declares it", () => {
  const patch = { id, version: 1, kind: "cold" };
  expect(accepts(widgets.update({ summary }).input, patch)).toBe(true);
  expect(accepts(widgets.update({ summary }).input, { ...patch, fingerprint: "f" })).toBe(false);
  expect(accepts(widgets.updateAsPreviewed({ summary }).input, { ...patch, fingerprint: "f" })).toBe(true);
  expect(accepts(widgets.updateAsPreviewed({ summary }).input, { ...patch, reason: "Why" })).toBe(false);
  const { input, output } = widgets.updateWithApproval({ summary });
  expect(accepts(input, { ...patch, fingerprint: "f", reason: "Why" })).toBe(true);
  expect(accepts(output, { approvalId: id })).toBe(true);
});

test("the refusals of an area come between those of the kind of operation", () => {
  const { refusals: refused = [] } = widgets.updateWithApproval({ summary, refusals: [shelf_taken] });
  expect(refused.map(({ code }) => code)).toEqual(["not_found", "shelf_taken", "preview_stale", "loss_needs_reason"]);
});
