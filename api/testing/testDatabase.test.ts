import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase, rowsOf } from "#api/testing/testDatabase.ts";
import { isCurrent } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";

const [first, second] = await Promise.all([openTestDatabase(), openTestDatabase()]);
afterAll(() => Promise.all([first.close(), second.close()]));

test("a test database is migrated", async () => {
  expect(await isCurrent(first.db, migrations)).toBe(true);
});

test("what one test file writes is not in the database of another", async () => {
  await first.db.execute(sql`create table notes (id int)`);
  expect(await rowsOf(second.db, sql`select to_regclass('notes') as notes`)).toEqual([{ notes: null }]);
});

test.runIf(first.engine === "postgres")("ten statements run in parallel from the start", async () => {
  const statement = sql`select pg_backend_pid() as pid, pg_sleep(0.2)`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => rowsOf<{ pid: number }>(second.db, statement)));
  expect(new Set(answers.map(([row]) => row?.pid)).size).toBe(10);
});
