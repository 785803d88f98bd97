import { randomBytes } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { inject } from "vitest";
import type { Db } from "#api/context.ts";
import { copyOfPglite } from "#api/testing/pgliteCopy.ts";
import { administer, settingsFor, silent, type TestDatabaseSource } from "#api/testing/testServer.ts";
import type { DatabaseEngine } from "#hosts/node/dataDirectory.ts";
import { createPool, dbOf } from "#hosts/node/databasePool.ts";
import { pgliteDb } from "#hosts/node/pglite.ts";

export type TestDatabase = {
  readonly db: Db;
  /** Tests of concurrency run on `postgres` only. */
  readonly engine: DatabaseEngine;
  readonly close: () => Promise<void>;
};

/**
 * A migrated, empty database for one test file: a clone on the run's PostgreSQL, or an in-memory PGlite if the run has
 * TEST_DATABASE=pglite. The clone's connections are opened before the first test, as a cold pool hides races. Tests of races ask for more.
 */
export async function openTestDatabase({ connections = usualConnections } = {}): Promise<TestDatabase> {
  const source = inject("testDatabase");
  if (source.engine === "postgres") return openClone(source, connections);
  const client = await copyOfPglite(source.archive);
  return { db: pgliteDb(client), engine: "pglite", close: () => client.close() };
}

// The same as the Node host's pool.
const usualConnections = 10;
// The host's limits keep a call below the 4 s that a browser waits. Here, files run in parallel on machines of any speed
// and some open 64 connections at once; how long a statement takes is measured in benches/.
const patience = { connectionTimeoutMs: 30_000, statementTimeoutMs: 30_000 };

async function openClone(
  source: TestDatabaseSource & { engine: "postgres" },
  connections: number,
): Promise<TestDatabase> {
  const name = `${source.run}_${randomBytes(6).toString("hex")}`;
  // Copying files is twice as fast as writing them to the log (44 ms for 150 tables), and nothing here must survive a
  // crash.
  await administer(source, `create database ${name} template ${source.template} strategy file_copy`);
  const pool = createPool(settingsFor(source, name), { log: silent, connections, ...patience });
  const warm = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  for (const client of warm) client.release();
  const close = async () => {
    await pool.end();
    await administer(source, `drop database ${name} with (force)`);
  };
  return { db: dbOf(pool), engine: "postgres", close };
}

/** The rows of a statement, with a type that the caller vouches for. */
export async function rowsOf<Row>(db: Db, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as { rows: Row[] }).rows;
}
