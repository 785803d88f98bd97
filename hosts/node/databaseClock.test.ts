import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { hourMs, minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { type JobHandler, startWorker } from "#api/jobs.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";
import { silent } from "#api/testing/testServer.ts";
import { openDatabaseClock } from "#hosts/node/databaseClock.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());
afterEach(() => void vi.useRealTimers());

const differenceMs = async (now: string) => {
  const [row] = await rowsOf<{ ms: number }>(
    database.db,
    sql`select (extract(epoch from ${now}::timestamptz - clock_timestamp()) * 1000)::float8 as ms`,
  );
  return Math.abs(row!.ms);
};

// PGlite uses the clock of its process.
const isServer = inject("testDatabase").engine === "postgres";

test.skipIf(!isServer).each([2 * hourMs, -2 * hourMs])(
  "a process whose clock is off by %s ms uses the database's time, and logs a warning",
  async (offMs) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offMs });
    const warned: string[] = [];
    const clock = await openDatabaseClock(database.db, { ...silent, warn: (event) => void warned.push(event) });
    expect(await differenceMs(clock.now())).toBeLessThan(minuteMs);
    // The clock is set while the process runs.
    vi.setSystemTime(Date.now() + offMs);
    expect(await differenceMs(clock.now())).toBeLessThan(minuteMs);
    expect(warned).toEqual(["clock of this machine differs from the database"]);
    clock.stop();
  },
);

test("a recurring job of a process whose clock is ahead is due within its interval for all processes", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * hourMs });
  const clock = await openDatabaseClock(database.db, silent);
  const sweep: JobHandler = { kind: "sweep", lane: "recurring", everyMs: minuteMs, run: async () => {} };
  const worker = startWorker([sweep], () => ({ db: database.db, now: clock.now(), log: silent }) as unknown as Ctx);
  worker.wake();
  await worker.drained();
  await worker.stop();
  clock.stop();
  const late = sql`select kind from jobs where run_at > clock_timestamp() + interval '2 minutes'`;
  expect(await rowsOf(database.db, late)).toEqual([]);
  expect(await rowsOf(database.db, sql`select kind from jobs`)).toEqual([{ kind: "sweep" }]);
});
