import { rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { Client, type Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { silent } from "#api/testing/testServer.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";
import { createPool, dbOf, type PoolSettings, withPatientConnection } from "#hosts/node/databasePool.ts";
import { openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { startEmbeddedPostgres } from "#hosts/node/embeddedPostgres.ts";
import { makeFolder } from "#hosts/node/testing/killable.ts";

const root = makeFolder();
const directory = await openDataDirectory(join(root, "mizan"), { onLost: () => {} });
const server = await startEmbeddedPostgres(directory, { log: silent });
const settings: PoolSettings = { ...server.address, ssl: false };
const pools: Pool[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server.stop();
  await directory.release();
  rmSync(root, { recursive: true });
});

describe("an unavailable database is distinguished from a fault:", () => {
  const away: [string, () => Promise<unknown>][] = [
    ["nobody listens on the port", () => pooled({ ...settings, host: "127.0.0.1", port: 1 }).db.execute(sql`select 1`)],
    ["there is no socket", () => pooled({ ...settings, host: root }).db.execute(sql`select 1`)],
    ["no such host", () => pooled({ ...settings, host: "mizan.invalid" }).db.execute(sql`select 1`)],
    ["the server takes the call and says nothing", askSilentServer],
    ["every connection is taken for too long", askFullPool],
    [
      "the connection is ended in the middle of a statement",
      () => cutDuring((db) => db.execute(sql`select pg_sleep(3)`)),
    ],
    [
      "the connection is ended in the middle of a transaction",
      () => cutDuring((db) => db.transaction((inner) => inner.execute(sql`select pg_sleep(3)`))),
    ],
    ["the statement takes longer than a client waits", () => pooled().db.execute(sql`select pg_sleep(5)`)],
    ["the server has no room for another", askFullServer],
    ["the pool is closed, as while stopping", askClosedPool],
  ];
  test.each(away)("%s", async (_what, work) => {
    expect(isDatabaseUnavailable(await failureOf(work()))).toBe(true);
  });

  const ours: [string, () => Promise<unknown>][] = [
    ["a statement with a slip", () => pooled().db.execute(sql`slect 1`)],
    ["a table that is not there", () => pooled().db.execute(sql`select * from nowhere`)],
    ["a constraint that holds", () => pooled().db.execute(sql`select 1 / 0`)],
    ["a mistake in a program", () => pooled().db.transaction(() => Promise.reject(new TypeError("x is undefined")))],
    [
      "a file that is not there",
      () => Promise.reject(Object.assign(new Error("ENOENT"), { code: "ENOENT", syscall: "open" })),
    ],
  ];
  test.each(ours)("%s is a fault", async (_what, work) => {
    expect(isDatabaseUnavailable(await failureOf(work()))).toBe(false);
  });
});

test("a pool whose connections are cut repeatedly still lends all of them, and the process survives", async () => {
  const { pool, db } = pooled();
  let refused = 0;
  for (let round = 0; round < 6; round++) {
    const work = Array.from({ length: 10 }, (_, i) =>
      // Some are cut in `begin`, some in a statement, some between two statements.
      db.transaction(async (inner) => {
        await inner.execute(sql`select pg_sleep(${i % 3 === 0 ? 0 : 0.2})`);
        await new Promise((done) => setTimeout(done, 100));
        await inner.execute(sql`select 1`);
      }),
    );
    const settled = Promise.allSettled(work);
    for (let cut = 0; cut < 6; cut++) {
      await endAll();
      await new Promise((done) => setTimeout(done, 30));
    }
    const failures = (await settled).flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(failures.filter((each) => !isDatabaseUnavailable(each))).toEqual([]);
    refused += failures.length;
  }
  const ask = () => rowsOf<{ pid: number }>(db, sql`select pg_backend_pid() as pid, pg_sleep(0.3)`);
  const answers = await Promise.all(Array.from({ length: 10 }, ask));
  const used = new Set(answers.map(([row]) => row?.pid));
  console.log(`${refused} of 60 transactions cut; then 10 at once on ${used.size} connections of ${pool.totalCount}`);
  expect(refused).toBeGreaterThan(20);
  expect(used.size).toBe(10);
});

test("a server that stops responding is given up in time, and used again when it responds", async () => {
  const line = await openLine();
  const { pool, db } = pooled({ ...settings, host: "127.0.0.1", port: line.port });
  await Promise.all(Array.from({ length: 10 }, () => db.execute(sql`select pg_sleep(0.1)`)));
  line.cut();
  const work = Array.from({ length: 10 }, () => db.transaction((inner) => inner.execute(sql`select 1`)));
  const settled = await Promise.allSettled(work);
  const failures = settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(failures.filter(isDatabaseUnavailable)).toHaveLength(10);
  line.mend();
  const after = await Promise.all(Array.from({ length: 10 }, () => db.execute(sql`select pg_sleep(0.1)`)));
  console.log(
    `silence: ${failures.length} of 10 given up; then ${after.length} at once on ${pool.totalCount} connections`,
  );
  expect(pool.totalCount).toBe(10);
  line.close();
});

test("a refusal or a slow statement costs no connection", async () => {
  const { pool, db } = pooled();
  const pidOf = () => rowsOf<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
  const before = await pidOf();
  await failureOf(db.transaction((inner) => inner.execute(sql`select 1 / 0`)));
  await failureOf(db.transaction((inner) => inner.execute(sql`select pg_sleep(5)`)));
  expect(await pidOf()).toEqual(before);
  expect(pool.totalCount).toBe(1);
});

test("a transaction may ask for statements that take longer, until it ends", async () => {
  const pool = createPool(settings, { log: silent, connections: 1, statementTimeoutMs: 300 });
  pools.push(pool);
  const db = dbOf(pool);
  const sleep = sql`select pg_sleep(0.8)`;
  await db.transaction(async (inner) => {
    await inner.execute(sql`set local statement_timeout = 5000`);
    await inner.execute(sleep);
    // As the kernel reads, with a prepared statement.
    await inner.select({ slept: sql`pg_sleep(0.8)` }).from(sql`(select 1) as one`);
  });
  await expect(db.execute(sleep)).rejects.toMatchObject({ cause: { code: "57014" } });
  await expect(db.transaction((inner) => inner.execute(sleep))).rejects.toMatchObject({ cause: { code: "57014" } });
});

test("the migration connection has no time limits, and connections for calls have them", async () => {
  const limits = sql`select current_setting('statement_timeout') as statement, current_setting('timezone') as zone`;
  const patient = await withPatientConnection(settings, (db) => rowsOf(db, limits));
  expect(patient).toEqual([{ statement: "0", zone: "UTC" }]);
  expect(await rowsOf(pooled().db, limits)).toEqual([{ statement: "3500ms", zone: "UTC" }]);
});

// ------------------------------------------------------------------------------------------------ helpers

function pooled(of: PoolSettings = settings, connections = 10) {
  const pool = createPool(of, { log: silent, connections });
  pools.push(pool);
  return { pool, db: dbOf(pool) };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

/** Ends every connection for calls, as a server restart does. */
async function endAll(): Promise<void> {
  const client = new Client(settings);
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mizan'");
  await client.end();
}

async function cutDuring(work: (db: ReturnType<typeof dbOf>) => Promise<unknown>): Promise<unknown> {
  const { db } = pooled();
  await db.execute(sql`select 1`);
  const outcome = failureOf(work(db));
  await new Promise((done) => setTimeout(done, 100));
  await endAll();
  throw await outcome;
}

async function askSilentServer(): Promise<unknown> {
  const sockets = new Set<Socket>();
  const silentServer = createServer((socket) => sockets.add(socket));
  await new Promise<void>((listening) => silentServer.listen(0, "127.0.0.1", listening));
  const { port } = silentServer.address() as AddressInfo;
  try {
    return await pooled({ ...settings, host: "127.0.0.1", port }).db.execute(sql`select 1`);
  } finally {
    for (const socket of sockets) socket.destroy();
    silentServer.close();
  }
}

/** A proxy to the server: while it is cut, what is sent is lost without an error. */
async function openLine() {
  let isCut = false;
  const ends = new Set<Socket>();
  const exchange = createServer((near) => {
    const far = connect(`${server.address.host}/.s.PGSQL.${server.address.port}`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on("data", (said) => isCut || to.write(said));
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((listening) => exchange.listen(0, "127.0.0.1", listening));
  return {
    port: (exchange.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    mend: () => void (isCut = false),
    close: () => {
      for (const end of ends) end.destroy();
      exchange.close();
    },
  };
}

async function askFullPool(): Promise<unknown> {
  const { db } = pooled(settings, 1);
  // Drizzle sends a statement only once its promise is awaited.
  const holding = db.execute(sql`select pg_sleep(3)`).then(String);
  try {
    return await db.execute(sql`select 1`);
  } finally {
    await holding;
  }
}

async function askFullServer(): Promise<unknown> {
  await withPatientConnection(settings, (db) => db.execute(sql`create database small connection limit 0`));
  await withPatientConnection(settings, (db) => db.execute(sql`create role guest login`));
  return pooled({ ...settings, user: "guest", database: "small" }).db.execute(sql`select 1`);
}

async function askClosedPool(): Promise<unknown> {
  const pool = createPool(settings, { log: silent });
  await pool.end();
  return dbOf(pool).execute(sql`select 1`);
}
