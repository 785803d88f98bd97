import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportFiles, exportLimits, type ExportRun, type ExportPresentation } from "#base/exports.ts";
import { hourMs, minuteMs } from "#base/time.ts";
import type { Route } from "#api/serve.ts";
import type { TableFile } from "#api/tableFile.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { exportsFeature } from "#features/platform/exports/api/routes.ts";
import { notificationsFeature } from "#features/platform/notifications/api/routes.ts";
import { notifications } from "#features/platform/notifications/contract.ts";
import { readXlsx } from "#features/platform/imports/api/service/readXlsx.ts";
import { call, download, requestFor, type Transport } from "#web/call.ts";

const rights = ["brands.read", "brands.export", "products.export"];
const rowCount = exportLimits.streamedRows + 1;
let app: TestApi;
let huda: Transport;
/** The batches that are read before the process dies; then the next process reads on. */
let crashAfter = Infinity;
let batchesRead = 0;

/** A list of so many rows, whose cursors are their numbers. */
const longTable = async (): Promise<TableFile> => ({
  name: "products-2026-11-20",
  header: ["name", "status", "updatedAt", "nameI18n"],
  countUpTo: async (max) => Math.min(max, rowCount),
  read: async function* (after = "0") {
    for (let start = Number(after); start < rowCount; start += 1000) {
      if (++batchesRead > crashAfter) throw new Error("power cut");
      const end = Math.min(start + 1000, rowCount);
      const rows = Array.from({ length: end - start }, (_, place) => rowOf(start + place + 1));
      yield { rows, next: end === rowCount ? null : String(end) };
    }
  },
});
const rowOf = (number: number) => [
  `product ${number}`,
  "draft",
  "2026-11-20T09:00:00.000Z",
  JSON.stringify({ ar: `منتج ${number}` }),
];
const routes: Route[] = [...brandsFeature.routes, { operation: products.exportCsv, handle: longTable }];

beforeAll(async () => {
  app = await testApi([brandsFeature, exportsFeature(routes), notificationsFeature], { rateLimits: { export: 1e6 } });
  ({ transport: huda } = await app.signIn("Huda", rights));
  const rows = market(app.db);
  for (const name of ["Noor", "Amal"])
    await rows.brand({ name, sort_key: name, name_key: name, words: name.toLowerCase(), name_i18n: { ar: "نور" } });
});
afterAll(() => app.close());

const presentation: ExportPresentation = {
  format: "csv",
  language: "en",
  timeZone: "UTC",
  texts: {},
  translated: null,
};
const arabic: ExportPresentation = {
  format: "xlsx",
  language: "ar",
  timeZone: "Asia/Dubai",
  texts: { status: { draft: "مسودة", active: "نشطة" } },
  translated: { column: "nameI18n", name: "name", language: "ar" },
};
const input = { sort: "name", columns: ["name", "status", "updatedAt", "nameI18n"] };
const short = { operation: brands.exportCsv.path, input, presentation };
const request = { operation: products.exportCsv.path, input: { sort: "name" }, presentation };

describe("a short export", () => {
  test("is streamed in the words and the time zone of its reader, and audited as the export of its list", async () => {
    const filtered = { ...short, input: { ...input, search: "noor" } };
    const csv = await download(huda, exportFiles.stream, filtered);
    expect([csv.name, csv.type]).toEqual(["brands-2026-11-20.csv", "text/csv;charset=utf-8"]);
    const [header, first] = (await csv.text()).split("\r\n");
    expect(header).toBe("name,status,updatedAt,nameI18n");
    expect(first).toBe('Noor,active,2026-01-01 00:00,"{""ar"":""نور""}"');

    const xlsx = await download(huda, exportFiles.stream, { ...filtered, presentation: arabic });
    expect(xlsx.name).toBe("brands-2026-11-20.xlsx");
    const rows = await sheetOf(xlsx);
    expect(rows).toEqual([
      ["name", "status", "updatedAt", "shownName"],
      ["Noor", "نشطة", "2026-01-01 04:00", "نور"],
    ]);
    const entries = await rowsOf(app.db, sql`select resource, action from audit_log where action = 'export'`);
    expect(entries).toEqual(Array.from({ length: 2 }, () => ({ resource: "brands", action: "export" })));
  });

  test("needs the permission of its list, and only lists are exported", async () => {
    const { transport } = await app.signIn("Reader", ["brands.read"]);
    const denied = { code: "permission_denied", status: 403, details: { permission: "brands.export" } };
    await expect(download(transport, exportFiles.stream, short)).rejects.toMatchObject(denied);
    await expect(call(transport, exportFiles.start, { exportId: newId(), ...short })).rejects.toMatchObject(denied);
    for (const operation of ["/api/v1/nothing/export.csv", brands.importTemplate.path])
      await expect(download(huda, exportFiles.stream, { ...request, operation })).rejects.toMatchObject({
        status: 404,
      });
    const wrong = { ...request, input: { sort: "secret" } };
    await expect(download(huda, exportFiles.stream, wrong)).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("a long export", () => {
  test("is not streamed", async () => {
    const refused = { code: "export_too_long", status: 413, details: { maximum: exportLimits.streamedRows } };
    await expect(download(huda, exportFiles.stream, request)).rejects.toMatchObject(refused);
  });

  test("is prepared in parts, reads on after a crash, and is downloaded once for each ticket", async () => {
    batchesRead = 0;
    crashAfter = 12;
    const run = await call(huda, exportFiles.start, { exportId: newId(), ...request, presentation: arabic });
    expect(run).toMatchObject({ state: "running", rowsCount: 0, format: "xlsx", fileName: "products-2026-11-20.xlsx" });
    expect(await call(huda, exportFiles.start, { exportId: run.id, ...request })).toEqual(run);
    await app.runJobs();
    expect(await read(huda, run)).toMatchObject({ state: "running", rowsCount: 10_000, rowsTotal: rowCount });
    await expect(ticketFor(huda, run)).rejects.toMatchObject({ code: "export_not_ready", status: 409 });
    batchesRead = 0;
    crashAfter = Infinity;
    app.clock.advance(minuteMs);
    await app.runJobs();
    // 16 batches of a thousand were left, of 26.
    expect(batchesRead).toBe(16);
    expect(await read(huda, run)).toMatchObject({ state: "done", rowsCount: rowCount, notice: null });
    const [notification, ...others] = (await call(huda, notifications.list, { show: "unread" })).rows;
    expect(notification).toMatchObject({
      kind: "exportFinished",
      resourceId: run.id,
      payload: { of: "products", state: "done" },
    });
    expect(others).toEqual([]);

    const { ticket } = await ticketFor(huda, run);
    const file = await download(app.anonymous, exportFiles.download, { exportId: run.id, ticket });
    const rows = await sheetOf(file);
    expect(rows).toHaveLength(rowCount + 1);
    expect(new Set(rows.map(([name]) => name)).size).toBe(rowCount + 1);
    expect(rows.at(-1)).toEqual([`product ${rowCount}`, "مسودة", "2026-11-20 13:00", `منتج ${rowCount}`]);
    const again = download(app.anonymous, exportFiles.download, { exportId: run.id, ticket });
    await expect(again).rejects.toMatchObject({ code: "not_found", status: 404 });

    const late = await ticketFor(huda, run);
    app.clock.advance(exportLimits.ticketMs);
    await expect(
      download(app.anonymous, exportFiles.download, { exportId: run.id, ticket: late.ticket }),
    ).rejects.toMatchObject({ status: 404 });
    app.clock.advance(25 * hourMs);
    await app.runJobs();
    expect(await read(huda, run)).toMatchObject({ state: "done", notice: "expired" });
    await expect(ticketFor(huda, run)).rejects.toMatchObject({ code: "export_not_ready" });
    expect(await rowsOf(app.db, sql`select 1 from export_parts`)).toEqual([]);
  });

  test("stops when it is cancelled, and for a user who was disabled; nobody else sees it", async () => {
    const { transport, actor } = await app.signIn("Amal", rights);
    const cancelled = await call(transport, exportFiles.start, { exportId: newId(), ...request });
    expect(await call(transport, exportFiles.stop, { exportId: cancelled.id })).toMatchObject({ state: "stopped" });
    await app.runJobs();
    expect(await read(transport, cancelled)).toMatchObject({ state: "stopped", rowsCount: 0 });

    const run = await call(transport, exportFiles.start, { exportId: newId(), ...request });
    await expect(read(huda, run)).rejects.toMatchObject({ code: "not_found", status: 404 });
    await expect(ticketFor(huda, run)).rejects.toMatchObject({ status: 404 });
    const other = call(huda, exportFiles.start, { exportId: run.id, ...request });
    await expect(other).rejects.toMatchObject({ code: "export_exists", status: 409 });
    await app.runJobs();
    const { ticket } = await ticketFor(transport, run);
    await app.db.execute(sql`update users set status = 'disabled' where id = ${actor.userId}::uuid`);
    const response = await app.anonymous(requestFor(exportFiles.download, { exportId: run.id, ticket }));
    expect([response.status, await response.json()]).toMatchObject([403, { code: "permission_denied" }]);
  });
});

const read = (transport: Transport, { id }: ExportRun) => call(transport, exportFiles.read, { exportId: id });
const ticketFor = (transport: Transport, { id }: ExportRun) =>
  call(transport, exportFiles.createTicket, { exportId: id });

async function sheetOf(file: File): Promise<(readonly string[])[]> {
  const rows = [];
  for await (const { cells } of readXlsx(new Uint8Array(await file.arrayBuffer()))) rows.push(cells);
  return rows;
}
