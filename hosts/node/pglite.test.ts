import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { silent } from "#api/testing/testServer.ts";
import { openDatabase } from "#hosts/node/database.ts";
import { openDataDirectory, readEngine } from "#hosts/node/dataDirectory.ts";
import { openPglite } from "#hosts/node/pglite.ts";
import { makeFolder } from "#hosts/node/testing/killable.ts";

const root = makeFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));
const open = (name: string) => openDataDirectory(join(root, name), { onLost: () => {} });

test("every commit is synced, a read is not, and the rows are there at the next start", async () => {
  const directory = await open("syncs");
  const first = await openPglite(directory, { log: silent });
  await first.db.execute(sql`create table notes (id int)`);
  const before = first.syncs();
  for (let id = 0; id < 20; id++) await first.db.execute(sql`insert into notes values (${id})`);
  const byCommits = first.syncs() - before;
  await first.db.execute(sql`select * from notes`);
  const byRead = first.syncs() - before - byCommits;
  console.log(`PGlite: ${byCommits} syncs for 20 commits, ${byRead} for a read`);
  expect(byCommits).toBeGreaterThanOrEqual(20);
  expect(byRead).toBe(0);
  await first.close();
  const second = await openPglite(directory, { log: silent });
  expect(await rowsOf(second.db, sql`select count(*) as count from notes`)).toEqual([{ count: 20 }]);
  await second.close();
  await directory.release();
});

test("the engine of a directory is recorded, and the other one is refused before it creates anything", async () => {
  const directory = await open("engine");
  const database = await openDatabase({ directory, engine: "pglite", log: silent });
  expect(await database.isReachable()).toBe(true);
  expect(database.describe).toContain("every commit synced");
  await database.close();
  expect(readEngine(directory)).toBe("pglite");
  expect(statSync(join(directory.path, "pglite")).mode & 0o777).toBe(0o700);
  await expect(openDatabase({ directory, engine: "postgres", log: silent })).rejects.toThrow(
    "DATABASE=pglite to use it",
  );
  expect(statSync(join(directory.path, "postgres"), { throwIfNoEntry: false })).toBeUndefined();
  await directory.release();
});
