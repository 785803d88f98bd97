import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silent } from "#api/testing/testServer.ts";
import { isCurrent, migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { type Database, openDatabase } from "#hosts/node/database.ts";
import { type DataDirectory, openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { runningAddress } from "#hosts/node/postgresCluster.ts";
import { makeFolder } from "#hosts/node/testing/killable.ts";

const root = makeFolder();
let directory: DataDirectory;
let database: Database;
beforeAll(async () => {
  directory = await openDataDirectory(join(root, "data"), { onLost: () => {} });
  database = await openDatabase({ directory, engine: "postgres", log: silent });
  await database.patiently((db) => migrate(db, migrations));
  await database.limitRights();
});
afterAll(async () => {
  await database.close();
  await directory.release();
  rmSync(root, { recursive: true, force: true });
});

const entry = sql`
  insert into audit_log (at, actor_type, actor_name, action, resource, resource_id, request_id, address, changes)
  values (now(), 'system', 'Mizan', 'create', 'things', '1', 'r', '', '{}')`;
const reasonOf = (refused: Promise<unknown>) =>
  refused.then(
    () => "done",
    (error: { cause?: Error }) => String(error.cause?.message),
  );
const forbidden: [string, string, RegExp][] = [
  ["change an entry of the log", "update audit_log set reason = 'another'", /permission denied/],
  ["remove one", "delete from audit_log", /permission denied/],
  ["empty it", "truncate audit_log", /permission denied/],
  ["change a posting", "update ledger_postings set amount_minor = 1", /permission denied/],
  ["remove a transaction", "delete from ledger_transactions", /permission denied/],
  ["change whose account it is", "update ledger_accounts set owner_id = null", /permission denied/],
  ["remove an account", "delete from ledger_accounts", /permission denied/],
  ["change a hold's amount", "update ledger_holds set amount_minor = 1", /permission denied/],
  ["change a redemption's receipt", "update redemptions set order_ref = 'R-2'", /permission denied/],
  ["change a seal", "update audit_seals set entries = 1", /permission denied/],
  ["remove one's own trace of a migration", "delete from schema_migrations", /permission denied/],
  ["take the guard away", "alter table audit_log disable trigger all", /must be owner/],
  ["switch all guards off", "set session_replication_role = replica", /permission denied/],
  ["alter a table", "alter table brands add column extra text", /must be owner/],
  ["drop one", "drop table brands", /must be owner/],
  ["make one", "create table extra (id int)", /permission denied/],
  [
    "replace a function",
    "create or replace function audit_log_is_append_only() returns trigger language sql as ''",
    /permission denied|must be owner/,
  ],
  ["become the owner", "set role mizan", /permission denied/],
  ["run a program", "copy (select 1) to program 'cat'", /permission denied/],
];

describe("the role of calls on the embedded server", () => {
  test("reads and writes rows", async () => {
    await database.db.execute(entry);
    await database.db.execute(sql`insert into house_facts (name, value, at) values ('a', 'b', now())`);
    await database.db.execute(sql`update house_facts set value = 'c' where name = 'a'`);
    await database.db.execute(sql`update ledger_accounts set balance_minor = 0, version = 0, status = 'open'`);
    await database.db.execute(sql`delete from house_facts where name = 'a'`);
    expect(await isCurrent(database.db, migrations)).toBe(true);
  });

  test.each(forbidden)("cannot %s", async (_what, statement, reason) => {
    await database.db.execute(entry);
    expect(await reasonOf(database.db.execute(sql.raw(statement)))).toMatch(reason);
  });

  test("can use the tables of later migrations, and can only add rows to append-only ones", async () => {
    await database.patiently(async (db) => {
      await db.execute(sql`create table later (id int generated always as identity primary key, name text)`);
      await db.execute(sql`create table ledger (id int generated always as identity primary key, name text)`);
      await db.execute(sql`
        create trigger ledger__append_only before update or delete or truncate on ledger
        for each statement execute function audit_log_is_append_only()`);
    });
    await database.limitRights();
    await database.db.execute(sql`insert into later (name) values ('a')`);
    await database.db.execute(sql`update later set name = 'b'`);
    await database.db.execute(sql`insert into ledger (name) values ('a')`);
    expect(await reasonOf(database.db.execute(sql`delete from ledger`))).toMatch(/permission denied/);
  });
});

test("a given database has the same rights if its owner is configured separately", async () => {
  const { host, user } = runningAddress(directory.path)!;
  const urlOf = (name: string) => `postgres://${name}@/postgres?host=${encodeURIComponent(host)}`;
  await database.patiently((db) => db.execute(sql`create role till login`));
  const given = await openDatabase({
    directory,
    databaseUrl: urlOf("till"),
    ownerUrl: urlOf(user),
    engine: "postgres",
    log: silent,
  });
  try {
    await given.patiently((db) => migrate(db, migrations));
    await given.limitRights();
    await given.db.execute(entry);
    expect(await reasonOf(given.db.execute(sql`delete from audit_log`))).toMatch(/permission denied/);
    expect(await reasonOf(given.db.execute(sql`drop table brands`))).toMatch(/must be owner/);
  } finally {
    await given.close();
  }
});
