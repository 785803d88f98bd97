import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#base/contract.ts";
import { tableFormats } from "#base/tableFormats.ts";
import { seedOnce } from "#api/seed.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";
import { type Import, imports } from "#features/platform/imports/contract.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

// A workbook that was exported here is imported again exactly as the CSV file of the same export.

let app: TestApi;
let everybody: Transport;
beforeAll(async () => {
  app = await testApi(features, { rateLimits: { export: 1e6, import: 1e6 } });
  await seedOnce(app.api.systemContext(), features);
  ({ transport: everybody } = await app.signIn("Everybody", app.api.catalogue.permissions));
});
afterAll(() => app.close());

const importers = features.flatMap((feature) => feature.importers ?? []);
const operations = features.flatMap((feature) => feature.routes.map(({ operation }) => operation));
const exportOf = ({ path }: Operation) =>
  operations.find((operation) => operation.path === path.replace("import-template.csv", "export.csv"));

test("every importer reads the workbook of its export as it reads the CSV file, and changes nothing", async () => {
  // PayPal's reports and members have no export.
  const pairs = importers.flatMap(({ resource, needs }) => {
    const exporting = exportOf(needs);
    return exporting && exporting !== needs ? [{ resource, exporting }] : [];
  });
  expect(pairs.length).toBeGreaterThan(8);
  const [{ id: retailerId } = { id: "" }] = await rowsOf<{ id: string }>(
    app.db,
    sql`select retailer_id as id from assignments where status <> 'ended' group by 1 order by count(*) desc limit 1`,
  );
  for (const { resource, exporting } of pairs) {
    const input = resource === "assignments" ? { retailerId } : {};
    const csv = await answerOf(exporting, input, tableFormats.csv);
    const workbook = await answerOf(exporting, input, tableFormats.xlsx);
    const file = { resource, language: "en" } as const;
    const text = new TextDecoder().decode(csv);
    const ofText = await call(everybody, imports.upload, {
      ...file,
      importId: newId(),
      fileName: "a.csv",
      encoding: "utf-8",
      text,
    });
    const ofWorkbook = await call(everybody, imports.uploadWorkbook, {
      ...file,
      importId: newId(),
      fileName: "a.xlsx",
      bytes: workbook,
    });
    expect(ofWorkbook, resource).toMatchObject({ rowsCount: ofText.rowsCount, encoding: "xlsx", delimiter: "" });
    expect(ofText.rowsCount, resource).toBeGreaterThan(0);
    expect(await storedRows(ofWorkbook), resource).toEqual(await storedRows(ofText));
    const reports = [await reportOn(ofText), await reportOn(ofWorkbook)];
    expect(reports[1], resource).toEqual(reports[0]);
    const { newCount, updateCount, unchangedCount, badCount, rowsCount } = { ...reports[1]!, ...ofWorkbook };
    expect([resource, newCount, updateCount, unchangedCount + badCount]).toEqual([resource, 0, 0, rowsCount]);
    const codes = badCount === 0 ? undefined : await problemsOf(ofWorkbook);
    expect([resource, codes]).toEqual([resource, refusedRows[resource] && [refusedRows[resource]]]);
  }
});

/** Areas that refuse some rows of their own export, and with what. */
const refusedRows: Readonly<Record<string, string>> = {
  // An import only adds certificates: one that exists is renewed on its page.
  certificates: "certificate_taken",
  // The export leaves out numbers and contacts that are personal, by which members are found.
  members: "contact_needed",
  // Those of products without a barcode number, by which products are found.
  assignments: "required",
};

async function problemsOf({ id: importId }: Import): Promise<string[]> {
  const problems = await call(everybody, imports.problems, { importId, skip: 0, limit: 25, language: "en" });
  return [...new Set(problems.map(({ code }) => code))];
}

async function answerOf(operation: Operation, input: object, accept: string): Promise<Uint8Array<ArrayBuffer>> {
  const request = requestFor(operation, { ...input });
  request.headers.set("accept", accept);
  const response = await everybody(request);
  expect([operation.path, response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([
    operation.path,
    200,
    accept,
  ]);
  return new Uint8Array(await response.arrayBuffer());
}

/** Moments are numbers in a workbook, and read as spreadsheets show them. */
async function storedRows({ id }: Import): Promise<string> {
  const chunks = await rowsOf<{ rows: string }>(
    app.db,
    sql`select rows from import_chunks where import_id = ${id}::uuid order by number`,
  );
  // A workbook has no empty cells after the last one of a row.
  const rows = chunks.map(({ rows: text }) => text.replaceAll(/(?:,"")+\]/g, "]")).join("\n");
  return rows.replaceAll(/"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d{3}Z)?)?"/g, '"$1 $2"');
}

async function reportOn({ id: importId, columns }: Import) {
  await call(everybody, imports.check, { importId, mapping: columns.map(({ field }) => field), language: "en" });
  await app.runJobs();
  const { report } = await call(everybody, imports.read, { importId, language: "en" });
  expect(report).not.toBeNull();
  const { durationMs: _, ...rest } = report!;
  return rest;
}
