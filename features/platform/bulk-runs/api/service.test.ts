import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { session } from "#features/access/session/contract.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { bulkRunsFeature } from "#features/platform/bulk-runs/api/routes.ts";
import { type BulkRun, bulkRuns } from "#base/bulkRuns.ts";
import { notificationsFeature } from "#features/platform/notifications/api/routes.ts";
import { notifications } from "#features/platform/notifications/contract.ts";
import { call, type Transport } from "#web/call.ts";

const rights = ["brands.read", "brands.create", "brands.update", "brands.submit", "brands.delete", "brands.archive"];
/** `npm run soak:bulk` takes 50,000. */
const rowsOfCrash = Number(process.env["BULK_ROWS"] ?? 900);

let app: TestApi;
/** What happens before the batch that begins with the record at this place. */
let beforeBatch: (place: number, ctx: Ctx) => Promise<void> = async () => {};

const services = brandsFeature.bulk!.map((service) => ({
  ...service,
  actionOf: async (...[ctx, input]: Parameters<typeof service.actionOf>) => {
    const action = await service.actionOf(ctx, input);
    const change: typeof action.change = async (inner, rows) => {
      await beforeBatch(places.get(rows[0]!.id) ?? -1, inner);
      return action.change(inner, rows);
    };
    return { ...action, change };
  },
}));
const places = new Map<string, number>();

beforeAll(async () => {
  app = await testApi([brandsFeature, bulkRunsFeature(services), notificationsFeature, sessionFeature]);
});
afterAll(() => app.close());

describe("a bulk run", () => {
  test("counts, is confirmed as counted, and changes each record once with one audit entry", async () => {
    const { transport, ids } = await open(1203, { incomplete: 3 });
    const run = await counted(transport, submitAll());
    expect(run).toMatchObject({
      state: "ready",
      matched: 1203,
      changed: 0,
      preview: { changing: 1200, matched: 1203 },
    });
    expect(run.preview!.leftOut).toMatchObject([{ code: "country_missing", count: 3 }]);
    expect(run.preview!.examples).toHaveLength(5);

    const wrong = { runId: run.id, changing: 1199, fingerprint: run.preview!.fingerprint };
    const stale = { code: "preview_stale", status: 409 };
    await expect(call(transport, bulkRuns.confirm, wrong)).rejects.toMatchObject(stale);
    const other = { runId: run.id, changing: 1200, fingerprint: "other" };
    await expect(call(transport, bulkRuns.confirm, other)).rejects.toMatchObject(stale);

    // Changed by another user after the count.
    await app.db.execute(sql`update brands set version = version + 1, story = 'New' where id = ${ids[500]!}::uuid`);
    const done = await confirmed(transport, run);
    expect(done).toMatchObject({ state: "done", changed: 1199, moved: 1, leftOut: 0, isStopping: false });
    expect(await statusCounts(ids)).toEqual({ draft: 4, submitted: 1199 });
    expect(await entriesOf(ids)).toEqual({ count: 1199, most: 1 });
    // Sent again, it starts nothing.
    await confirmed(transport, run);
    expect(await entriesOf(ids)).toEqual({ count: 1199, most: 1 });
    expect(await ends(transport)).toEqual([{ of: "brands", state: "done", path: "/apps/jobs" }]);
  });

  test("goes on after a crash where it ended, and changes nothing twice", async () => {
    const { transport, ids } = await open(rowsOfCrash);
    const run = await counted(transport, submitAll());
    const crashes = [200, 200, 600];
    beforeBatch = async (place) => {
      if (place !== crashes[0]) return;
      crashes.shift();
      throw new Error("power cut");
    };
    await confirm(transport, run);
    const seen: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      await app.runJobs();
      seen.push((await read(transport, run)).changed);
      app.clock.advance(minuteMs);
    }
    beforeBatch = async () => {};
    expect(crashes).toEqual([]);
    expect(seen).toEqual([200, 200, 600, rowsOfCrash]);
    expect(await read(transport, run)).toMatchObject({ state: "done", changed: rowsOfCrash });
    expect(await entriesOf(ids)).toEqual({ count: rowsOfCrash, most: 1 });
  });

  test("is given up after four attempts that got nowhere", async () => {
    const { transport } = await open(300);
    const run = await counted(transport, submitAll());
    beforeBatch = async () => {
      throw new Error("disk full");
    };
    await confirm(transport, run);
    for (let attempt = 0; attempt < 5; attempt++) {
      await app.runJobs();
      app.clock.advance(minuteMs);
    }
    beforeBatch = async () => {};
    expect(await read(transport, run)).toMatchObject({ state: "failed", notice: "failed", changed: 0 });
    expect(await ends(transport)).toMatchObject([{ of: "brands", state: "failed" }]);
  });

  test("stops between batches, and says how far it came", async () => {
    const { transport, ids } = await open(700);
    const run = await counted(transport, submitAll());
    beforeBatch = async (place) => {
      if (place === 400) throw new Error("a pause in which the user cancels");
    };
    await confirmed(transport, run);
    beforeBatch = async () => {};
    const stopping = await call(transport, bulkRuns.stop, { runId: run.id });
    expect(stopping).toMatchObject({ state: "running", isStopping: true, changed: 400 });
    app.clock.advance(minuteMs);
    await app.runJobs();
    expect(await read(transport, run)).toMatchObject({ state: "stopped", isStopping: false, changed: 400 });
    expect(await entriesOf(ids)).toEqual({ count: 400, most: 1 });
    // Who stops a run knows that it ended.
    expect(await ends(transport)).toEqual([]);
  });

  test("ends before the batch after its user lost the right", async () => {
    const { transport, ids, actor } = await open(500);
    const run = await counted(transport, submitAll());
    beforeBatch = async (place, { db }) => {
      if (place === 200) await db.execute(sql`update users set status = 'disabled' where id = ${actor.userId}::uuid`);
    };
    await confirm(transport, run);
    await app.runJobs();
    beforeBatch = async () => {};
    const [row] = await rowsOf(app.db, sql`select state, notice, changed from bulk_runs where id = ${run.id}::uuid`);
    expect(row).toEqual({ state: "failed", notice: "rights_lost", changed: 400 });
    expect(await entriesOf(ids)).toEqual({ count: 400, most: 1 });
  });

  test("lets emails leave within five seconds while a batch is under way", async ({ skip }) => {
    // PGlite has one connection, which the batch holds.
    skip(app.engine === "pglite");
    const { transport, actor } = await open(400);
    const run = await counted(transport, submitAll());
    let sentDuring: string | null = null;
    beforeBatch = async (place) => {
      if (place !== 200) return;
      await call(app.anonymous, session.requestReset, { mt_email: actor.email });
      await vi.waitFor(() => expect(app.emails).toHaveLength(1), { timeout: 5000, interval: 20 });
      sentDuring = (await read(transport, run)).state;
    };
    const done = await confirmed(transport, run);
    beforeBatch = async () => {};
    expect([sentDuring, done.changed]).toEqual(["running", 400]);
  });

  test("deletes what nothing refers to", async () => {
    const { transport, ids } = await open(450);
    const run = await counted(transport, { operation: brands.applyRemoval.path, input: { selection: { filter: {} } } });
    expect(await confirmed(transport, run)).toMatchObject({ state: "done", changed: 450 });
    expect(await statusCounts(ids)).toEqual({});
  });

  test("sees only what its user may see, and is seen only by its user", async () => {
    const { transport } = await open(210);
    const run = await counted(transport, submitAll());
    const { transport: other } = await app.signIn("Other", rights);
    const missing = { code: "not_found", status: 404 };
    await expect(read(other, run)).rejects.toMatchObject(missing);
    await expect(confirm(other, run)).rejects.toMatchObject(missing);
    await expect(call(other, bulkRuns.stop, { runId: run.id })).rejects.toMatchObject(missing);
    await expect(start(other, submitAll(), run.id)).rejects.toMatchObject({ code: "run_exists", status: 409 });
    const scoped = ["brands.submit@scope", "brands.read@scope", "brands.update@scope"];
    const { transport: nowhere } = await app.signIn("Nowhere", scoped, []);
    expect(await counted(nowhere, submitAll())).toMatchObject({ matched: 0, preview: { changing: 0 } });
  });

  test("is refused for an action with impact, an unknown one, and without the permission", async () => {
    const { transport } = await open(1);
    const suspend = { selection: { filter: {} }, to: "suspended", reason: "…" };
    const operation = brands.applyStatusChange.path;
    await expect(start(transport, { operation, input: suspend })).rejects.toMatchObject({ code: "all_at_once" });
    await expect(start(transport, { operation: "/api/v1/nothing", input: {} })).rejects.toMatchObject({ status: 404 });
    await expect(start(transport, { operation, input: { to: "submitted" } })).rejects.toMatchObject({ status: 422 });
    const { transport: reader } = await app.signIn("Reader", ["brands.read"]);
    await expect(start(reader, submitAll())).rejects.toMatchObject({ code: "permission_denied", status: 403 });
    await expect(start(app.anonymous, submitAll())).rejects.toMatchObject({ status: 401 });
  });
});

// ------------------------------------------------------------------------------------------------ helpers

type Request = { readonly operation: string; readonly input: Record<string, unknown> };

const submitAll = (): Request => ({
  operation: brands.applyStatusChange.path,
  input: { selection: { filter: {} }, to: "submitted" },
});

const sliceRows = 2000;

/** So many drafts and nothing else, in the order of their ids; the last few lack a country. */
async function open(count: number, { incomplete = 0 } = {}) {
  // In slices, as no statement may take longer than 3.5 s.
  const oldest = sql`delete from brands where id in (select id from brands limit ${sliceRows}::int) returning id`;
  while ((await rowsOf(app.db, oldest)).length > 0);
  for (let first = 1; first <= count; first += sliceRows)
    await app.db.execute(sql`
      insert into brands (id, name, sort_key, words, name_key, name_i18n, alternative_names, is_muslim_owned, story_i18n,
                        country, contact_email, status, version, created_at, updated_at)
    select gen_random_uuid(), name, name, name, name, '{}', '{}', 'undeclared', '{}',
           case when number > ${incomplete}::int then 'GB' end, 'brand@example.com', 'draft', 1,
           ${app.clock.now}::timestamptz, ${app.clock.now}::timestamptz
      from generate_series(${first}::int, least(${first}::int + ${sliceRows - 1}::int, ${count}::int)) as number, lateral (select 'brand ' || number as name) as named`);
  const rows = await rowsOf<{ id: string }>(app.db, sql`select id from brands order by id`);
  places.clear();
  for (const [place, { id }] of rows.entries()) places.set(id, place);
  return { ...(await app.signIn("Huda", rights)), ids: rows.map(({ id }) => id) };
}

const start = (transport: Transport, request: Request, runId = newId()): Promise<BulkRun> =>
  call(transport, bulkRuns.start, { runId, ...request });

const read = (transport: Transport, { id }: BulkRun) => call(transport, bulkRuns.read, { runId: id });

async function counted(transport: Transport, request: Request): Promise<BulkRun> {
  const run = await start(transport, request);
  expect(await start(transport, request, run.id)).toMatchObject({ id: run.id, state: "counting" });
  await app.runJobs();
  return read(transport, run);
}

/** The notifications of the end of runs. */
const ends = async (transport: Transport) =>
  (await call(transport, notifications.list, { show: "unread" })).rows
    .filter(({ kind }) => kind === "bulkFinished")
    .map(({ payload }) => payload);

const confirm = (transport: Transport, { id, preview }: BulkRun) =>
  call(transport, bulkRuns.confirm, {
    runId: id,
    changing: preview!.changing,
    fingerprint: preview!.fingerprint,
  });

async function confirmed(transport: Transport, run: BulkRun): Promise<BulkRun> {
  await confirm(transport, run);
  await app.runJobs();
  return read(transport, run);
}

async function statusCounts(ids: readonly string[]): Promise<Record<string, number>> {
  const rows = await rowsOf<{ status: string; count: number }>(
    app.db,
    sql`select status, count(*)::int as count from brands where id = any(${`{${ids.join(",")}}`}::uuid[]) group by 1`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** How many audit entries these records have, and how many the one with most. */
async function entriesOf(ids: readonly string[]) {
  const [row] = await rowsOf(
    app.db,
    sql`select coalesce(sum(count), 0)::int as count, coalesce(max(count), 0)::int as most
          from (select count(*) as count from audit_log
                 where resource_id = any(${`{${ids.join(",")}}`}::text[]) group by resource_id) as counted`,
  );
  return row;
}
