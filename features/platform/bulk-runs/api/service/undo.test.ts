import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type BulkRun, bulkRuns } from "#base/bulkRuns.ts";
import { hourMs, minuteMs } from "#base/time.ts";
import type { BulkService } from "#api/bulkBatches.ts";
import type { Ctx } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { bulkRunsFeature } from "#features/platform/bulk-runs/api/routes.ts";
import { jobsFeature } from "#features/platform/jobs/api/routes.ts";
import { jobs } from "#features/platform/jobs/contract.ts";
import { notificationsFeature } from "#features/platform/notifications/api/routes.ts";
import { notifications } from "#features/platform/notifications/contract.ts";
import { call, type Transport } from "#web/call.ts";

const rights = ["brands.read", "brands.update", "brands.submit", "brands.delete", "brands.approve"];

let app: TestApi;
/** What happens before a batch that begins with the record at this place is changed, and before it is set back. */
let beforeChange: Hook = async () => {};
let beforeSetBack: Hook = async () => {};
type Hook = (place: number, ctx: Ctx) => Promise<void>;

const services = brandsFeature.bulk!.map(
  (service): BulkService => ({
    ...service,
    actionOf: async (...[ctx, input]: Parameters<BulkService["actionOf"]>) => {
      const action = await service.actionOf(ctx, input);
      const { undo } = action;
      return {
        ...action,
        change: async (inner, rows) => {
          await beforeChange(places.get(rows[0]!.id)!, inner);
          return action.change(inner, rows);
        },
        undo: undo && {
          ...undo,
          setBack: async (inner, rows) => {
            await beforeSetBack(places.get(rows[0]!.row.id)!, inner);
            return undo.setBack(inner, rows);
          },
        },
      };
    },
  }),
);
const places = new Map<string, number>();

beforeAll(async () => {
  const runs = bulkRunsFeature(services);
  app = await testApi([brandsFeature, runs, jobsFeature([runs.runs!].flat()), notificationsFeature]);
});
afterAll(() => app.close());
afterEach(() => {
  beforeChange = async () => {};
  beforeSetBack = async () => {};
});

describe("the undo of a bulk run", () => {
  test("sets back each record that the run changed, with one audit entry, and none besides", async () => {
    const { transport, ids, actor } = await open(1203);
    // Submitted before, so the run leaves it out; its undo has to leave it alone as well.
    const [other] = ids;
    await app.db.execute(sql`update brands set status = 'submitted' where id = ${other}::uuid`);
    const run = await submitted(transport);
    expect(run).toMatchObject({ state: "done", changed: 1202, undo: "possible" });
    const before = await rowsOf(app.db, sql`select submitted_by::text from brands where id = ${ids[1]}::uuid`);
    expect(before).toEqual([{ submitted_by: actor.userId }]);

    const undo = await call(transport, bulkRuns.undo, { runId: run.id });
    expect(undo).toMatchObject({ state: "running", undo: "undo", changed: 0, preview: { changing: 1202 } });
    await app.runJobs();
    expect(await read(transport, undo)).toMatchObject({ state: "done", changed: 1202, moved: 0, leftOut: 0 });
    expect(await statusCounts()).toEqual({ draft: 1202, submitted: 1 });
    const [after] = await rowsOf(
      app.db,
      sql`
      select count(*)::int as count, count(submitted_by)::int as submitters, min(version) as least, max(version) as most
        from brands where status = 'draft'`,
    );
    expect(after).toEqual({ count: 1202, submitters: 0, least: 3, most: 3 });
    expect(await entries()).toEqual([
      { action: "submit", count: 1202, changes: { status: { before: "draft", after: "submitted" } } },
      { action: "undo", count: 1202, changes: { status: { before: "submitted", after: "draft" } } },
    ]);
    const ends = (await call(transport, notifications.list, { show: "unread" })).rows.map(({ payload }) => payload);
    const end = { of: "brands", state: "done", path: "/apps/jobs" };
    expect(ends).toHaveLength(2);
    expect(ends).toEqual(expect.arrayContaining([end, { ...end, isUndo: 1 }]));
  });

  test("reports records that changed since, or are gone, and leaves them as they are", async () => {
    const { transport, ids } = await open(300);
    const run = await submitted(transport);
    await app.db.execute(sql`
      update brands set version = version + 1, status = 'active', default_currency = 'GBP' where id = ${ids[7]}::uuid`);
    await app.db.execute(sql`delete from brands where id = ${ids[250]}::uuid`);
    const undo = await undone(transport, run);
    expect(undo).toMatchObject({ state: "done", changed: 298, moved: 2, leftOut: 0 });
    expect(await statusCounts()).toEqual({ draft: 298, active: 1 });
    const [listed] = (await call(transport, jobs.listOwn, {})).rows;
    expect(listed).toMatchObject({ kind: "bulk", undo: "undo", moved: 2, processed: 300, total: 300 });
  });

  test("is one, however often it is requested", async () => {
    const { transport } = await open(250);
    const run = await submitted(transport);
    const answers = await Promise.all([1, 2, 3].map(() => call(transport, bulkRuns.undo, { runId: run.id })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await app.runJobs();
    const again = await call(transport, bulkRuns.undo, { runId: run.id });
    expect(again).toMatchObject({ id: answers[0]!.id, state: "done", changed: 250 });
    expect(await read(transport, run)).toMatchObject({ undo: "undone" });
    // An undo has none itself.
    await expect(call(transport, bulkRuns.undo, { runId: again.id })).rejects.toMatchObject(refused);
    expect(await entries()).toMatchObject([{ count: 250 }, { count: 250 }]);
  });

  test("takes back what a cancelled run changed, and then it can’t go on", async () => {
    const { transport } = await open(700);
    beforeChange = async (place) => {
      if (place === 400) throw new Error("a pause in which the user cancels");
    };
    const run = await submitted(transport);
    beforeChange = async () => {};
    expect(run).toMatchObject({ state: "running", undo: null });
    await expect(call(transport, bulkRuns.undo, { runId: run.id })).rejects.toMatchObject(refused);
    await call(transport, bulkRuns.stop, { runId: run.id });
    app.clock.advance(minuteMs);
    await app.runJobs();
    expect(await read(transport, run)).toMatchObject({ state: "stopped", changed: 400, undo: "possible" });
    const [offered] = (await call(transport, jobs.listOwn, {})).rows;
    expect(offered).toMatchObject({ id: run.id, undo: "possible", canRetry: true });

    expect(await undone(transport, run)).toMatchObject({ state: "done", changed: 400 });
    expect(await statusCounts()).toEqual({ draft: 700 });
    const listed = (await call(transport, jobs.listOwn, {})).rows;
    expect(listed.find(({ id }) => id === run.id)).toMatchObject({ undo: "undone", canRetry: false });
    const goOn = call(transport, jobs.retryOwn, { kind: "bulk", id: run.id });
    await expect(goOn).rejects.toMatchObject({ code: "run_not_failed" });
  });

  test("goes on after a crash where it ended, can be cancelled, and started again", async () => {
    const { transport } = await open(900);
    const run = await submitted(transport);
    let crashes = 2;
    beforeSetBack = async (place) => {
      if (place === 400 && crashes-- > 0) throw new Error("power cut");
    };
    const undo = await call(transport, bulkRuns.undo, { runId: run.id });
    await app.runJobs();
    expect(await read(transport, undo)).toMatchObject({ state: "running", changed: 400 });
    await call(transport, bulkRuns.stop, { runId: undo.id });
    app.clock.advance(minuteMs);
    await app.runJobs();
    expect(await read(transport, undo)).toMatchObject({ state: "stopped", changed: 400 });
    expect(await statusCounts()).toEqual({ draft: 400, submitted: 500 });
    for (let attempt = 0; attempt < 2; attempt++) {
      if (attempt === 0) await call(transport, jobs.retryOwn, { kind: "bulk", id: undo.id });
      await app.runJobs();
      app.clock.advance(minuteMs);
    }
    expect(await read(transport, undo)).toMatchObject({ state: "done", changed: 900 });
    expect(await statusCounts()).toEqual({ draft: 900 });
    expect(await entries()).toMatchObject([{ count: 900 }, { action: "undo", count: 900 }]);
  });

  test("ends before the batch after its user lost the right", async () => {
    const { transport, actor } = await open(500);
    const run = await submitted(transport);
    beforeSetBack = async (place, { db }) => {
      if (place === 200) await db.execute(sql`update users set status = 'disabled' where id = ${actor.userId}::uuid`);
    };
    const undo = await call(transport, bulkRuns.undo, { runId: run.id });
    await app.runJobs();
    const [row] = await rowsOf(app.db, sql`select state, notice, changed from bulk_runs where id = ${undo.id}::uuid`);
    expect(row).toEqual({ state: "failed", notice: "rights_lost", changed: 400 });
    expect(await statusCounts()).toEqual({ draft: 400, submitted: 100 });
  });

  test("is refused to a user who may no longer do the action", async () => {
    const { transport } = await open(1);
    const run = await submitted(transport);
    const reader = await app.signIn("Reader", ["brands.read"]);
    await app.db.execute(sql`update bulk_runs set owner_id = ${reader.actor.userId}::uuid where id = ${run.id}::uuid`);
    const denied = { code: "permission_denied", status: 403 };
    await expect(call(reader.transport, bulkRuns.undo, { runId: run.id })).rejects.toMatchObject(denied);
    expect((await call(reader.transport, jobs.listOwn, {})).rows).toMatchObject([{ id: run.id, undo: null }]);
  });

  test("reaches no record that left its user’s scope", async () => {
    const scoped = ["brands.submit@scope", "brands.read@scope", "brands.update@scope"];
    const { ids } = await open(210);
    const { transport } = await app.signIn("Scoped", scoped, [{ kind: "country", target: "GB" }]);
    const run = await submitted(transport);
    expect(run).toMatchObject({ changed: 210, undo: "possible" });
    // The record itself has not changed, so only the scope keeps it.
    await app.db.execute(sql`update brands set country = 'AE' where id = ${ids[3]}::uuid`);
    expect(await undone(transport, run)).toMatchObject({ state: "done", changed: 209, moved: 1 });
    const [kept] = await rowsOf(app.db, sql`select status from brands where id = ${ids[3]}::uuid`);
    expect(kept).toEqual({ status: "submitted" });
  });

  test("is offered for a day, to the user of the run alone", async () => {
    const { transport } = await open(1);
    const run = await submitted(transport);
    const { transport: other } = await app.signIn("Other", [...rights, "jobs.read"]);
    await expect(call(other, bulkRuns.undo, { runId: run.id })).rejects.toMatchObject({ code: "not_found" });
    const seen = (await call(other, jobs.list, { kind: ["bulk"] })).rows.find(({ id }) => id === run.id);
    expect(seen).toMatchObject({ isOwn: false, undo: null });
    app.clock.advance(24 * hourMs - 1);
    expect(await read(transport, run)).toMatchObject({ undo: "possible" });
    app.clock.advance(1);
    expect(await read(transport, run)).toMatchObject({ undo: null });
    await expect(call(transport, bulkRuns.undo, { runId: run.id })).rejects.toMatchObject(refused);
  });

  test("is not offered for decisions, for what sends events, or for deleted records", async () => {
    const { transport, ids } = await open(2);
    const other = await app.signIn("Submitter", rights);
    await submitted(other.transport, { ids: [ids[0]!] });
    await app.db.execute(sql`update brands set default_currency = 'GBP'`);
    const approval = await ran(transport, brands.applyStatusChange.path, {
      selection: { ids: [ids[0]!] },
      to: "active",
    });
    expect(approval).toMatchObject({ state: "done", changed: 1, undo: null });
    const removal = await ran(transport, brands.applyRemoval.path, { selection: { ids: [ids[1]!] } });
    expect(removal).toMatchObject({ state: "done", changed: 1, undo: null });
    for (const run of [approval, removal])
      await expect(call(transport, bulkRuns.undo, { runId: run.id })).rejects.toMatchObject(refused);
  });
});

// ------------------------------------------------------------------------------------------------ helpers

const refused = { code: "run_not_undoable", status: 409 };

/** So many drafts and nothing else, in the order of their ids. */
async function open(count: number) {
  await app.db.execute(sql`delete from brands`);
  await app.db.execute(sql`
    insert into brands (id, name, sort_key, words, name_key, name_i18n, alternative_names, is_muslim_owned, story_i18n,
                        country, contact_email, status, version, created_at, updated_at)
    select gen_random_uuid(), name, name, name, name, '{}', '{}', 'undeclared', '{}', 'GB', 'brand@example.com', 'draft',
           1, ${app.clock.now}::timestamptz, ${app.clock.now}::timestamptz
      from generate_series(1, ${count}::int) as number, lateral (select 'brand ' || number as name) as named`);
  const rows = await rowsOf<{ id: string }>(app.db, sql`select id from brands order by id`);
  places.clear();
  for (const [place, { id }] of rows.entries()) places.set(id, place);
  return { ...(await app.signIn("Huda", rights)), ids: rows.map(({ id }) => id) };
}

const read = (transport: Transport, { id }: BulkRun) => call(transport, bulkRuns.read, { runId: id });

type Target = { readonly ids: readonly string[] } | { readonly filter: object };

const submitted = (transport: Transport, selection: Target = { filter: {} }): Promise<BulkRun> =>
  ran(transport, brands.applyStatusChange.path, { selection, to: "submitted" });

/** A run that was confirmed, and came as far as it could. */
async function ran(transport: Transport, operation: string, input: Record<string, unknown>): Promise<BulkRun> {
  const runId = newId();
  await call(transport, bulkRuns.start, { runId, operation, input });
  await app.runJobs();
  const { preview } = await call(transport, bulkRuns.read, { runId });
  const { changing, fingerprint } = preview!;
  await call(transport, bulkRuns.confirm, { runId, changing, fingerprint });
  await app.runJobs();
  return call(transport, bulkRuns.read, { runId });
}

async function undone(transport: Transport, run: BulkRun): Promise<BulkRun> {
  const undo = await call(transport, bulkRuns.undo, { runId: run.id });
  await app.runJobs();
  return read(transport, undo);
}

async function statusCounts(): Promise<Record<string, number>> {
  const counted = sql`select status, count(*)::int as count from brands group by 1`;
  const rows = await rowsOf<{ status: string; count: number }>(app.db, counted);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** The audit entries of these brands, by what they say. */
const entries = () =>
  rowsOf(
    app.db,
    sql`select action, count(*)::int as count, changes from audit_log
         where resource = 'brands' and resource_id in (select id::text from brands) group by 1, 3 order by 1`,
  );
