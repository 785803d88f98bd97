import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkRuns } from "#base/bulkRuns.ts";
import { exportFiles } from "#base/exports.ts";
import { minuteMs } from "#base/time.ts";
import type { JobHandler } from "#api/jobs.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { bulkRunsFeature } from "#features/platform/bulk-runs/api/routes.ts";
import { exportsFeature } from "#features/platform/exports/api/routes.ts";
import { jobsFeature } from "#features/platform/jobs/api/routes.ts";
import { jobs } from "#features/platform/jobs/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let isBroken = true;
/** Scheduled work that fails until it is fixed. */
const sweep: JobHandler = {
  kind: "files.sweep",
  lane: "recurring",
  everyMs: minuteMs,
  run: async () => {
    if (isBroken) throw new Error("disk full");
  },
};
const background = [bulkRunsFeature(brandsFeature.bulk!), exportsFeature(brandsFeature.routes)];
const sources = background.flatMap(({ runs }) => runs ?? []);

beforeAll(async () => {
  app = await testApi([brandsFeature, ...background, jobsFeature(sources), { routes: [], jobs: [sweep] }]);
});
afterAll(() => app.close());

const rights = ["brands.read", "brands.export", "brands.submit", "brands.update"];
const exporting = {
  operation: brands.exportCsv.path,
  input: { sort: "name" },
  presentation: { format: "csv", language: "en", timeZone: "UTC", texts: {}, translated: null },
} as const;

const startExport = (transport: Transport) => call(transport, exportFiles.start, { exportId: newId(), ...exporting });

test("a user sees, cancels and repeats their own runs, and nobody else’s", async () => {
  const { transport: huda } = await app.signIn("Huda", rights);
  const { transport: amal } = await app.signIn("Amal", rights);
  const { id } = await startExport(huda);
  const input = { selection: { filter: {} }, to: "submitted" };
  const operation = brands.applyStatusChange.path;
  const { id: bulkId } = await call(huda, bulkRuns.start, { runId: newId(), operation, input });
  await startExport(amal);

  const own = await call(huda, jobs.listOwn, {});
  expect(own.rows.map((run) => [run.kind, run.area, run.state, run.isOwn])).toEqual([
    ["export", "brands", "running", true],
    ["bulk", "brands", "running", true],
  ]);
  expect(await call(huda, jobs.listOwn, { kind: ["bulk"], state: ["running"] })).toMatchObject({
    rows: [{ id: bulkId }],
  });
  expect((await call(huda, jobs.listOwn, { state: ["failed"] })).rows).toEqual([]);

  const one = { kind: "export", id } as const;
  await expect(call(amal, jobs.cancelOwn, one)).rejects.toMatchObject({ code: "not_found", status: 404 });
  await expect(call(huda, jobs.retryOwn, one)).rejects.toMatchObject({ code: "run_not_failed", status: 409 });
  await call(huda, jobs.cancelOwn, one);
  await expect(call(huda, jobs.cancelOwn, one)).rejects.toMatchObject({ code: "run_not_running", status: 409 });
  const [stopped] = (await call(huda, jobs.listOwn, { kind: ["export"] })).rows;
  expect(stopped).toMatchObject({ state: "stopped", canCancel: false, canRetry: true, canDownload: false });
  await call(huda, jobs.retryOwn, one);
  await app.runJobs();
  const [done] = (await call(huda, jobs.listOwn, { kind: ["export"] })).rows;
  expect(done).toMatchObject({ state: "done", canRetry: false, canDownload: true, processed: 0, total: 0 });
  for (const denied of [() => call(huda, jobs.list, {}), () => call(huda, jobs.cancel, one)])
    await expect(denied()).rejects.toMatchObject({ code: "permission_denied", status: 403 });
});

test("administrators see all, and run failed work again", async () => {
  const { transport: reader } = await app.signIn("Reader", ["jobs.read"]);
  const { transport: manager } = await app.signIn("Manager", ["jobs.read", "jobs.manage"]);
  for (let attempt = 0; attempt < 5; attempt++) {
    await app.runJobs();
    app.clock.advance(minuteMs);
  }
  const kind = ["scheduled"] as ["scheduled"];
  const { rows } = await call(reader, jobs.list, { kind });
  const failed = rows.find(({ area }) => area === "files")!;
  expect(failed).toMatchObject({ state: "failed", notice: "Error: disk full", canRetry: false, ownerName: null });
  const one = { kind: failed.kind, id: failed.id };
  await expect(call(reader, jobs.retry, one)).rejects.toMatchObject({ code: "permission_denied" });
  isBroken = false;
  await call(manager, jobs.retry, one);
  await app.runJobs();
  const fixed = (await call(manager, jobs.list, { kind })).rows.find(({ area }) => area === "files");
  expect(fixed).toMatchObject({ state: "done", notice: null, canRetry: false });

  const { transport: owner } = await app.signIn("Owner", rights);
  const { id } = await startExport(owner);
  const listed = (await call(manager, jobs.list, { kind: ["export"] })).rows.find((run) => run.id === id);
  expect(listed).toMatchObject({ ownerName: "Owner", isOwn: false, canCancel: true, canDownload: false });
  await call(manager, jobs.cancel, { kind: "export", id });
  expect(await call(owner, exportFiles.read, { exportId: id })).toMatchObject({ state: "stopped" });
});

test("lists page by page without a gap", async () => {
  const { transport, actor } = await app.signIn("Many", rights);
  await app.db.execute(sql`
    insert into export_runs (id, operation, input, presentation, owner_id, caller, state, file_name, created_at)
    select gen_random_uuid(), '/api/v1/brands/export.csv', '{}', '{"format": "csv"}', ${actor.userId}::uuid, '{}', 'done',
           'brands', ${app.clock.now}::timestamptz - make_interval(secs => number / 2)
      from generate_series(1, 120) as number`);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof own>> = await own(cursor);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  await expect(own("yesterday export 1")).rejects.toMatchObject({ code: "invalid_cursor" });

  function own(after: string | null) {
    return call(transport, jobs.listOwn, after === null ? {} : { cursor: after });
  }
});
