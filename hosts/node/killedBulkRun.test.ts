import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { bulkRuns } from "#base/bulkRuns.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { settingsFor } from "#api/testing/testServer.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { bulkRunsFeature } from "#features/platform/bulk-runs/api/routes.ts";
import { makeDrafts } from "#hosts/node/testing/drafts.ts";
import { bundleProgram, startProgram } from "#hosts/node/testing/killable.ts";
import { call } from "#web/call.ts";

const source = inject("testDatabase");
/** 50,000 in `npm run soak:bulk`. */
const rowsInRun = Number(process.env["BULK_ROWS"] ?? 1500);
const batchRows = 200;
const rights = ["brands.read", "brands.update", "brands.submit"];
const openWrites = sql`
  select pid from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`;
const program = await bundleProgram(new URL("./testing/bulkLoad.ts", import.meta.url));
afterAll(() => rmSync(dirname(program), { recursive: true, force: true }));

// PGlite runs in the killed process, and its durability is tested with the hosts.
test.skipIf(source.engine === "pglite")(
  "a bulk run whose process is killed twice changes each record once, and so does its undo, and nothing more once stopped",
  async () => {
    if (source.engine === "pglite") throw new Error("skipped above");
    const api = await testApi([brandsFeature, bulkRunsFeature(brandsFeature.bulk!)]);
    onTestFinished(api.close);
    const { transport } = await api.signIn("Huda", rights);
    await makeDrafts(api.db, rowsInRun);
    const confirmedRun = async () => {
      const runId = newId();
      const input = { selection: { filter: {} }, to: "submitted" };
      await call(transport, bulkRuns.start, { runId, operation: brands.applyStatusChange.path, input });
      await api.runJobs();
      const { preview } = await call(transport, bulkRuns.read, { runId });
      const { changing, fingerprint } = preview!;
      await call(transport, bulkRuns.confirm, { runId, changing, fingerprint });
      return runId;
    };
    const [database] = await rowsOf<{ name: string }>(api.db, sql`select current_database() as name`);
    const settings = JSON.stringify(settingsFor(source, database!.name));
    /** Before the batch of this number is committed. */
    const killAt = async (batch: number) => {
      const worker = startProgram(program, [settings, api.clock.now, String(batch), rights.join(" ")]);
      await worker.until((lines) => lines.includes(`batch ${batch}`));
      worker.process.kill("SIGKILL");
      await worker.ended;
      // The transaction is gone once the server has ended the dead client's connection.
      await vi.waitFor(async () => expect(await rowsOf(api.db, openWrites)).toEqual([]), 10_000);
    };

    const runId = await confirmedRun();
    let changed = 0;
    for (const batch of [1, 4]) {
      await killAt(batch);
      changed += (batch - 1) * batchRows;
      expect(await submitted(api)).toEqual({ records: changed, entries: changed, most: Math.min(changed, 1) });
      // Its lease lasts a minute; until then no other process may take it.
      await api.runJobs();
      expect((await submitted(api)).records).toBe(changed);
      api.clock.advance(61_000);
    }
    await api.runJobs();
    expect(await call(transport, bulkRuns.read, { runId })).toMatchObject({ state: "done", changed: rowsInRun });
    expect(await submitted(api)).toEqual({ records: rowsInRun, entries: rowsInRun, most: 1 });

    // Its undo, killed before its third batch is committed: the entry of the undo is the second of each record.
    const undo = await call(transport, bulkRuns.undo, { runId });
    await killAt(3);
    expect(await submitted(api)).toMatchObject({ records: rowsInRun - 2 * batchRows });
    api.clock.advance(61_000);
    await api.runJobs();
    expect(await call(transport, bulkRuns.read, { runId: undo.id })).toMatchObject({
      state: "done",
      changed: rowsInRun,
    });
    expect(await submitted(api)).toEqual({ records: 0, entries: 2 * rowsInRun, most: 2 });

    // The same with a cancel after the kill.
    await makeDrafts(api.db, rowsInRun);
    const stopped = await confirmedRun();
    await killAt(3);
    await call(transport, bulkRuns.stop, { runId: stopped });
    api.clock.advance(61_000);
    await api.runJobs();
    const left = { state: "stopped", changed: 2 * batchRows };
    expect(await call(transport, bulkRuns.read, { runId: stopped })).toMatchObject(left);
    expect(await submitted(api)).toEqual({ records: left.changed, entries: left.changed, most: 1 });
  },
);

/** How many brands were submitted, and the audit entries of the brands that there are. */
async function submitted({ db }: TestApi) {
  const [found] = await rowsOf<{ records: number; entries: number; most: number }>(
    db,
    sql`select count(*) filter (where status = 'submitted')::int as records,
               coalesce(sum(entries), 0)::int as entries, coalesce(max(entries), 0)::int as most
          from brands left join (select resource_id, count(*) as entries from audit_log group by 1) as counted
                             on counted.resource_id = brands.id::text`,
  );
  return found!;
}
