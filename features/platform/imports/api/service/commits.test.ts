import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Importer } from "#api/importer.ts";
import { startWorker } from "#api/jobs.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { type Import, imports } from "#features/platform/imports/contract.ts";
import { call, type Transport } from "#web/call.ts";

test("writes once, however often it is started", async () => {
  const { api, huda } = await open();
  const checked = await checkedFile(api, huda, made(5));
  const requested = { importId: checked.id, mode: "good_rows", language: "en" } as const;
  await Promise.all([1, 2, 3].map(() => call(huda, imports.commit, requested)));
  await api.runJobs();
  expect(await call(huda, imports.commit, requested)).toMatchObject({ state: "imported" });
  await api.runJobs();
  expect(await countBrands(api)).toBe(5);
  const otherwise = call(huda, imports.commit, { ...requested, mode: "all_or_nothing" });
  await expect(otherwise).rejects.toMatchObject({ code: "import_finished", status: 409 });
});

test("has written nothing if it fails in the middle, and everything after a retry", async () => {
  const broken = failingOnce(2);
  const { api, huda } = await open(broken.importer);
  const checked = await checkedFile(api, huda, made(2500));
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  expect(broken.chunksWritten()).toBe(2);
  expect(await countBrands(api)).toBe(0);
  expect(await countAudit(api)).toBe(0);
  expect(await read(huda, checked)).toMatchObject({ state: "importing" });
  expect(api.logged).toContainEqual(expect.objectContaining({ event: "job failed" }));

  api.clock.advance(60_000);
  await api.runJobs();
  expect(await read(huda, checked)).toMatchObject({ state: "imported", processed: 2500, report: { newCount: 2500 } });
  expect(await countBrands(api)).toBe(2500);
  expect(await countAudit(api)).toBe(2500);
});

test("gives up after three attempts, reports it, and can be checked again", async () => {
  const { api, huda } = await open({ ...brandsImporter, write: () => Promise.reject(new Error("no room")) });
  const checked = await checkedFile(api, huda, made(3));
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  for (let attempt = 0; attempt < 4; attempt++) {
    await api.runJobs();
    api.clock.advance(60_000);
  }
  expect(await read(huda, checked)).toMatchObject({ state: "failed" });
  expect(await countBrands(api)).toBe(0);
  expect(await check(api, huda, checked)).toMatchObject({ state: "checked", report: { newCount: 3 } });
});

test("stops in the middle of a write with nothing written, and can start again from its report", async () => {
  let stop: (() => Promise<unknown>) | null = null;
  const importer: Importer = {
    ...brandsImporter,
    write: async (ctx, rows, source) => {
      await brandsImporter.write(ctx, rows as never, source);
      // Not awaited: on a single connection the stop waits for the transaction that it wants to end.
      const stopping = stop?.();
      if (api.engine === "postgres") await stopping;
    },
  };
  const { api, huda } = await open(importer);
  const checked = await checkedFile(api, huda, made(2500));
  const one = { importId: checked.id, language: "en" } as const;
  const answers: Promise<Import>[] = [];
  stop = async () => {
    if (answers.length === 0) answers.push(call(huda, imports.stop, one));
    await answers[0];
  };
  await call(huda, imports.commit, { ...one, mode: "good_rows" });
  await api.runJobs();
  if (api.engine === "pglite") {
    // On a single connection the stop runs after the transaction has ended, and returns the result.
    expect(await answers[0]).toMatchObject({ state: "imported" });
    expect(await countBrands(api)).toBe(2500);
    return;
  }
  expect(await answers[0]).toMatchObject({ state: "importing", isStopping: true });
  expect(await read(huda, checked)).toMatchObject({ state: "checked", notice: "stopped", report: { newCount: 2500 } });
  expect(await countBrands(api)).toBe(0);

  stop = null;
  await call(huda, imports.commit, { ...one, mode: "good_rows" });
  await api.runJobs();
  expect(await read(huda, checked)).toMatchObject({ state: "imported", notice: null });
  expect(await countBrands(api)).toBe(2500);
});

test("a write stops at the next chunk, with nothing written, if its user is disabled meanwhile", async () => {
  let isDisabling = true;
  const importer: Importer = {
    ...brandsImporter,
    write: async (ctx, rows, source) => {
      await brandsImporter.write(ctx, rows as never, source);
      if (!isDisabling) return;
      // On a single connection no other query runs before the transaction ends.
      const db = api.engine === "postgres" ? api.db : ctx.db;
      await db.execute(sql`update users set status = 'disabled' where id = ${ctx.actor!.userId}`);
    },
  };
  const { api, huda } = await open(importer);
  const checked = await checkedFile(api, huda, made(2500));
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  expect([await countBrands(api), await countAudit(api)]).toEqual([0, 0]);
  expect(await read(huda, checked)).toMatchObject({ state: "checked", notice: "rights_lost", processed: 1000 });
  expect(api.logged).toContainEqual({
    event: "import stopped: rights lost",
    facts: expect.objectContaining({ importId: checked.id, processed: 1000 }),
  });

  isDisabling = false;
  await api.db.execute(sql`update users set status = 'active'`);
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  expect(await read(huda, checked)).toMatchObject({ state: "imported", notice: null, processed: 2500 });
});

test("a write writes nothing if its user was disabled before it started, and a dry run stops", async () => {
  const { api, huda } = await open();
  const checked = await checkedFile(api, huda, made(3));
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.db.execute(sql`update users set status = 'disabled'`);
  await api.runJobs();
  expect(await countBrands(api)).toBe(0);
  expect(await read(huda, checked)).toMatchObject({ state: "checked", notice: "rights_lost", processed: 0 });
  await startCheck(huda, checked);
  await api.runJobs();
  expect(await read(huda, checked)).toMatchObject({ state: "uploaded", notice: "rights_lost", processed: 0 });
});

test("stops a dry run immediately; its job then finds nothing to do", async () => {
  const { api, huda } = await open();
  const uploaded = await upload(huda, made(3));
  await startCheck(huda, uploaded);
  const stopped = await call(huda, imports.stop, { importId: uploaded.id, language: "en" });
  expect(stopped).toMatchObject({ state: "uploaded", notice: "stopped" });
  await api.runJobs();
  expect(await read(huda, uploaded)).toMatchObject({ state: "uploaded", report: null });
});

test("discards the report of a mapping that was changed meanwhile", async () => {
  const { api, huda } = await open();
  const uploaded = await upload(huda, "name,other\nNoor,Salam\n");
  await startCheck(huda, uploaded);
  const requested = { importId: uploaded.id, mapping: [null, "name"], language: "en" } as const;
  await call(huda, imports.check, { ...requested, mapping: [...requested.mapping] });
  await api.runJobs();
  await call(huda, imports.commit, { importId: uploaded.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  expect(await brandNames(api)).toEqual(["Salam"]);
});

test("all-or-nothing writes nothing if a row has become bad since the dry run, and reports again", async () => {
  const { api, huda } = await open();
  const checked = await checkedFile(api, huda, made(3));
  await call(huda, brands.create, { id: newId(), ...brandFields.empty, name: "brand 2" });
  await call(huda, imports.commit, { importId: checked.id, mode: "all_or_nothing", language: "en" });
  await api.runJobs();
  expect(await read(huda, checked)).toMatchObject({
    state: "checked",
    notice: "changed_meanwhile",
    mode: null,
    report: { newCount: 2, badCount: 1 },
  });
  expect(await brandNames(api)).toEqual(["brand 2"]);
});

test("good-rows-only writes nothing if a row has become bad since the dry run, names it, then imports the others", async () => {
  const { api, huda } = await open();
  const checked = await checkedFile(api, huda, made(3));
  await call(huda, brands.create, { id: newId(), ...brandFields.empty, name: "brand 2" });
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  expect(await brandNames(api)).toEqual(["brand 2"]);
  expect(await read(huda, checked)).toMatchObject({
    state: "checked",
    notice: "changed_meanwhile",
    report: {
      newCount: 2,
      badCount: 1,
      differences: { count: 1, rows: [{ rowNumber: 3, before: "new", after: "bad" }] },
    },
  });
  const requested = { importId: checked.id, skip: 0, limit: 25, language: "en" } as const;
  expect(await call(huda, imports.problems, requested)).toMatchObject([{ rowNumber: 3, code: "name_taken" }]);
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  expect(await read(huda, checked)).toMatchObject({ state: "imported", report: { newCount: 2, badCount: 1 } });
  expect(await brandNames(api)).toEqual(["brand 2", "Brand 1", "Brand 3"]);
});

test("is validated again if another user takes a name between the check and the write of a row", async () => {
  let isFirst = true;
  const importer: Importer = {
    ...brandsImporter,
    write: async (ctx, rows, source) => {
      if (isFirst && api.engine === "postgres") {
        isFirst = false;
        await call(huda, brands.create, { id: newId(), ...brandFields.empty, name: "brand 2" });
      }
      await brandsImporter.write(ctx, rows as never, source);
    },
  };
  const { api, huda } = await open(importer);
  const checked = await checkedFile(api, huda, made(3));
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  api.clock.advance(60_000);
  await api.runJobs();
  if (api.engine === "pglite") {
    expect(await read(huda, checked)).toMatchObject({ state: "imported", report: { newCount: 3 } });
    return;
  }
  expect(await read(huda, checked)).toMatchObject({
    state: "checked",
    notice: "changed_meanwhile",
    report: { newCount: 2, badCount: 1 },
  });
  expect(await brandNames(api)).toEqual(["brand 2"]);
});

test("is written by one of two workers that both hold its job", async () => {
  const { api, huda } = await open();
  const checked = await checkedFile(api, huda, made(1500));
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  // As if a lease expired while its worker was still running: the same job twice.
  await api.db.execute(sql`
    insert into jobs (kind, payload, run_at, created_at)
    select kind, payload, run_at, created_at from jobs`);
  const jobs = importsFeature([brandsImporter]).jobs!;
  const workers = [1, 2].map(() => startWorker(jobs, api.api.systemContext));
  for (const worker of workers) worker.wake();
  for (const worker of workers) await worker.drained();
  for (const worker of workers) await worker.stop();
  const written = async () => [await countBrands(api), await countAudit(api)];
  expect(await read(huda, checked)).toMatchObject({ state: "imported", report: { newCount: 1500 } });
  expect(await written()).toEqual([1500, 1500]);

  // A second job that came during the write was postponed; now it finds nothing left to do.
  api.clock.advance(60_000);
  await api.runJobs();
  expect(await rowsOf(api.db, sql`select kind from jobs`)).toEqual([]);
  expect(await read(huda, checked)).toMatchObject({ state: "imported" });
  expect(await written()).toEqual([1500, 1500]);
});

test("reports its progress while it runs", async () => {
  const seen: number[] = [];
  const { api, huda } = await open({
    ...brandsImporter,
    check: async (ctx, rows, run) => {
      // The progress update of the previous chunk is being written; this chunk takes longer than the interval between
      // updates.
      const noted = await vi.waitFor(async () => {
        const [found] = await rowsOf<{ processed: number }>(api.db, sql`select processed from imports`);
        if (found!.processed < 1000 * seen.length) throw new Error(`only ${found!.processed} noted`);
        return found!.processed;
      }, 10_000);
      seen.push(noted);
      await new Promise((resolve) => setTimeout(resolve, 350));
      return brandsImporter.check(ctx, rows, run);
    },
  });
  await checkedFile(api, huda, made(2500));
  expect(seen).toEqual([0, 1000, 2000]);
});

// ------------------------------------------------------------------------------------------------ helpers

async function open(importer: Importer = brandsImporter) {
  const api = await testApi([brandsFeature, importsFeature([importer])]);
  onTestFinished(api.close);
  const { transport } = await api.signIn("Huda", ["brands.import", "brands.read", "brands.create", "brands.update"]);
  return { api, huda: transport };
}

/** Fails at the end of one chunk, once, like a process that is killed. */
function failingOnce(atChunk: number) {
  let chunks = 0;
  let hasFailed = false;
  const importer: Importer = {
    ...brandsImporter,
    write: async (ctx, rows, source) => {
      await brandsImporter.write(ctx, rows as never, source);
      if (!hasFailed) chunks += 1;
      if (chunks !== atChunk || hasFailed) return;
      hasFailed = true;
      throw new Error("killed");
    },
  };
  return { importer, chunksWritten: () => chunks };
}

const made = (rows: number) =>
  `name,country\n${Array.from({ length: rows }, (_, index) => `Brand ${index + 1},AE\n`).join("")}`;

const upload = (transport: Transport, text: string): Promise<Import> =>
  call(transport, imports.upload, { ...file, importId: newId(), text });
const file = { resource: "brands", fileName: "brands.csv", encoding: "utf-8", language: "en" } as const;

const startCheck = (transport: Transport, { id, columns }: Import) =>
  call(transport, imports.check, { importId: id, mapping: columns.map(({ field }) => field), language: "en" });

async function check(api: TestApi, transport: Transport, uploaded: Import): Promise<Import> {
  await startCheck(transport, uploaded);
  await api.runJobs();
  return read(transport, uploaded);
}

const checkedFile = async (api: TestApi, transport: Transport, text: string) =>
  check(api, transport, await upload(transport, text));

const read = (transport: Transport, { id }: Import) => call(transport, imports.read, { importId: id, language: "en" });

async function countBrands({ db }: TestApi) {
  const [counted] = await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from brands`);
  return counted!.count;
}

async function countAudit({ db }: TestApi) {
  const [counted] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from audit_log where resource = 'brands'`,
  );
  return counted!.count;
}

const brandNames = async ({ db }: TestApi) =>
  (await rowsOf<{ name: string }>(db, sql`select name from brands order by number`)).map(({ name }) => name);
