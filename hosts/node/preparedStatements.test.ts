import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { Db } from "#api/context.ts";
import { isTransactionAborted } from "#api/sqlState.ts";
import { runLast } from "#api/statements.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { silent } from "#api/testing/testServer.ts";
import { createPool, dbOf, type PoolSettings } from "#hosts/node/databasePool.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { startEmbeddedPostgres } from "#hosts/node/embeddedPostgres.ts";
import { makeFolder } from "#hosts/node/testing/killable.ts";

const root = makeFolder();
const directory = await openDataDirectory(join(root, "mizan"), { onLost: () => {} });
const server = await startEmbeddedPostgres(directory, { log: silent });
const settings: PoolSettings = { ...server.address, ssl: false };
const pool = createPool(settings, { log: silent, connections: 2 });
const db = dbOf(pool);
afterAll(async () => {
  await pool.end();
  await server.stop();
  await directory.release();
  rmSync(root, { recursive: true });
});

test("a named statement answers the second time, without a column description, what it answered the first", async () => {
  const text = "select $1::int, $2::text, null::int, $3::timestamptz, array['a', 'b'], $4::bytea";
  const values = [7, "سلام", "2026-11-20T09:00:00Z", new Uint8Array([1, 255])];
  const answers = [];
  for (let time = 0; time < 3; time++) answers.push(await read(db, "many_types", text, values));
  const row = [7, "سلام", null, "2026-11-20 09:00:00+00", ["a", "b"], Buffer.from([1, 255])];
  expect(answers).toEqual([[row], [row], [row]]);
});

test("a named statement returns every row, and none if there is none", async () => {
  const text = "select n from generate_series(1, $1::int) as n";
  expect(await read(db, "series", text, [3])).toEqual([[1], [2], [3]]);
  expect(await read(db, "series", text, [0])).toEqual([]);
});

test("a failed statement leaves its connection and the next statement working", async () => {
  const text = "select 10 / $1::int";
  await db.transaction(async (inner) => {
    expect(await read(inner, "division", text, [5])).toEqual([[2]]);
    await inner.execute(sql`savepoint before`);
    await expect(read(inner, "division", text, [0])).rejects.toMatchObject({ cause: { code: "22012" } });
    await inner.execute(sql`rollback to savepoint before`);
    expect(await read(inner, "division", text, [2])).toEqual([[5]]);
  });
  await expect(read(db, "nowhere", "select * from nowhere", [])).rejects.toMatchObject({ cause: { code: "42P01" } });
  expect(await read(db, "division", text, [1])).toEqual([[10]]);
});

test("a value that can't be serialised is refused, and the connection answers the next statement", async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await db.transaction(async (inner) => {
    await expect(read(inner, "written", "select $1::jsonb", [circle])).rejects.toThrow("select $1::jsonb");
    expect(await read(inner, "written", "select $1::jsonb", [{ a: 1 }])).toEqual([[{ a: 1 }]]);
  });
});

test("a table with a new column is refused by the server, and never read by the old columns", async () => {
  const client = new Client(settings);
  await client.connect();
  await client.query("create table growing (a int); insert into growing values (1)");
  await db.transaction(async (inner) => {
    expect(await read(inner, "growing", "select * from growing", [])).toEqual([[1]]);
  });
  await client.query("alter table growing add b int");
  await client.end();
  await expect(read(db, "growing", "select * from growing", [])).rejects.toMatchObject({ cause: { code: "0A000" } });
});

describe("the last statement of a transaction", () => {
  const table = (name: string) => sql.raw(`last_${name}`);
  const idsIn = (name: string) => rowsOf(db, sql`select id from ${table(name)} order by id`);
  const create = (name: string, also = sql``) => db.execute(sql`create table ${table(name)} (id int ${also})`);
  const insert = (name: string, id: number) => sql`insert into ${table(name)} values (${id}::int)`;

  test("is committed with it, and the connection begins the next transaction", async () => {
    await create("kept");
    for (const id of [1, 2]) await db.transaction((inner) => runLast(inner, insert("kept", id)));
    expect(await idsIn("kept")).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("is really the last: what follows it is refused, and not run outside of the transaction", async () => {
    await create("followed");
    const both = db.transaction(async (inner) => {
      await runLast(inner, insert("followed", 1));
      await inner.execute(insert("followed", 2));
    });
    await expect(both).rejects.toMatchObject({ cause: { message: "a statement after the last one" } });
    expect(await idsIn("followed")).toEqual([{ id: 1 }]);
  });

  test("that fails takes the transaction with it", async () => {
    await create("failed", sql`check (id > 0)`);
    const both = db.transaction(async (inner) => {
      await inner.execute(insert("failed", 1));
      await runLast(inner, insert("failed", 0));
    });
    await expect(both).rejects.toMatchObject({ cause: { code: "23514" } });
    expect(await idsIn("failed")).toEqual([]);
  });

  test("reports what only the commit refuses", async () => {
    await create("deferred", sql`unique deferrable initially deferred`);
    const both = db.transaction(async (inner) => {
      await inner.execute(insert("deferred", 1));
      await runLast(inner, insert("deferred", 1));
    });
    await expect(both).rejects.toMatchObject({ cause: { code: "23505" } });
    expect(await idsIn("deferred")).toEqual([]);
    await db.transaction((inner) => runLast(inner, insert("deferred", 2)));
    expect(await idsIn("deferred")).toEqual([{ id: 2 }]);
  });

  test("sent in full, as behind a pooler, is committed with it too", async () => {
    await create("full");
    const own = createPool(settings, { log: silent, connections: 1 });
    onTestFinished(() => own.end());
    const behind = dbOf(own);
    await behind.transaction((inner) => runLast(inner, insert("full", 1)));
    await own.query("deallocate all");
    const second = () => behind.transaction((inner) => runLast(inner, insert("full", 2)));
    expect(isTransactionAborted(await second().catch((error: unknown) => error))).toBe(true);
    for (const _ of [1, 2]) await second();
    expect(await idsIn("full")).toEqual([{ id: 1 }, { id: 2 }, { id: 2 }]);
  });
});

test("a transaction begins with its first statement, also if that is a savepoint or there are two at once", async () => {
  const transactions = await Promise.all([
    db.transaction((inner) =>
      inner.transaction((nested) => read(nested, "state", "select txid_current_if_assigned()", [])),
    ),
    db.transaction(async (inner) => {
      const ask = sql`select txid_current()::text as id, current_setting('statement_timeout') as limit`;
      return (await Promise.all([rowsOf(inner, ask), rowsOf(inner, ask)])).flat();
    }),
  ]);
  expect(transactions[0]).toEqual([[null]]);
  const [first, second] = transactions[1];
  expect(first).toMatchObject({ limit: "3500ms" });
  expect(second).toEqual(first);
});

describe("behind a pooler, where the next statement may use another server connection,", () => {
  /** A pool with one connection. `meddle` changes it as if it were another one. */
  function pooled() {
    const logged: string[] = [];
    const own = createPool(settings, {
      log: { ...silent, warn: (event) => void logged.push(event) },
      connections: 1,
    });
    onTestFinished(() => own.end());
    return { db: dbOf(own), logged, meddle: (statement: string) => own.query(statement) };
  }
  const text = "select $1::int + 1";

  test("a statement that the server does not have is sent in full, and so is every one after it", async () => {
    const { db: own, logged, meddle } = pooled();
    expect(await read(own, "next", text, [1])).toEqual([[2]]);
    await meddle("deallocate all");
    expect(await read(own, "next", text, [2])).toEqual([[3]]);
    expect(await read(own, "next", text, [3])).toEqual([[4]]);
    expect(logged).toEqual(["prepared statements not kept"]);
    expect((await meddle("select name from pg_prepared_statements")).rows).toEqual([]);
  });

  test("a statement that another process has prepared is not mistaken for this one's, and does no harm", async () => {
    const { db: own, meddle } = pooled();
    await meddle("prepare next as select 42");
    expect(await read(own, "next", text, [1])).toEqual([[2]]);
    const [{ name }] = (await meddle("select name from pg_prepared_statements where name like 'mizan%'")).rows as [
      { name: string },
    ];
    const other = pooled();
    await other.meddle(`prepare "${name}" (int) as ${text}`);
    expect(await read(other.db, "other", text, [1])).toEqual([[2]]);
  });

  test("a transaction that misses a statement counts as aborted, so it runs again", async () => {
    const { db: own, meddle } = pooled();
    await read(own, "next", text, [1]);
    await meddle("deallocate all");
    const work = () => own.transaction((inner) => read(inner, "next", text, [5]));
    expect(isTransactionAborted(await work().catch((error: unknown) => error))).toBe(true);
    expect(await work()).toEqual([[6]]);
  });

  test("a transaction sets its own limits, and values keep their format", async () => {
    const { db: own, meddle } = pooled();
    await meddle("set statement_timeout = 0");
    const shown = (name: string) => own.transaction((inner) => read(inner, name, `show ${name}`, []));
    expect(await shown("statement_timeout")).toEqual([["3500ms"]]);
    expect(await shown("idle_in_transaction_session_timeout")).toEqual([["10s"]]);
    expect(await shown("timezone")).toEqual([["UTC"]]);
    expect((await meddle("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
  });
});

/** Called as in api/statements.ts. */
function read(of: Db, name: string, text: string, values: unknown[]): Promise<unknown[][]> {
  return of._.session
    .prepareQuery<{ execute: unknown[][]; all: never; values: never }>(
      { sql: text, params: values },
      undefined,
      name,
      true,
      (rows) => rows,
    )
    .execute();
}
