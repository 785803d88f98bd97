import { sql } from "drizzle-orm";
import { Client, type Pool } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#api/context.ts";
import type { Log } from "#api/ports.ts";
import { preparedStatement } from "#api/statements.ts";
import {
  type DatabaseEngine,
  type DataDirectory,
  readEngine,
  recordEngine,
  requireEngine,
} from "#hosts/node/dataDirectory.ts";
import { isDatabaseUnavailable } from "#hosts/node/databaseFaults.ts";
import { createPool, dbOf, type PoolSettings, withPatientConnection } from "#hosts/node/databasePool.ts";
import { appRole, grantRights, makeAppRole } from "#hosts/node/databaseRole.ts";
import { startEmbeddedPostgres } from "#hosts/node/embeddedPostgres.ts";

export type Database = {
  /** For calls: many short statements in parallel, each within the client's time limit. */
  readonly db: Db;
  /** For sign-in and readiness checks: separate connections, if the database has several. */
  readonly reservedDb: Db;
  /** For migrations: one connection as the tables' owner, without time limits. */
  readonly patiently: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
  /** After migrations: revokes rights on the new tables that the role of calls must not have. */
  readonly limitRights: () => Promise<void>;
  /** Runs `work` while no other process starts on this database: one lock covers all writes of a start. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly engine: DatabaseEngine;
  /** For the start's log. Contains no password. */
  readonly describe: string;
  readonly isReachable: () => Promise<boolean>;
  /** Waits briefly for running statements, then stops what this process started. */
  readonly close: () => Promise<void>;
};

export type DatabaseSettings = {
  readonly directory: DataDirectory;
  /** A PostgreSQL 15 or later to use instead of one in the directory. */
  readonly databaseUrl?: string | undefined;
  /** The same database as its owner, for migrations. Then `databaseUrl` only needs the right to connect. */
  readonly ownerUrl?: string | undefined;
  /** The engine for the database in the directory. Ignored with `databaseUrl`. */
  readonly engine: DatabaseEngine;
  readonly log: Log;
};

/** Opens the given, the embedded or the fallback database. Throws with instructions if it can't be used. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { directory, databaseUrl, ownerUrl = databaseUrl, engine, log } = settings;
  if (databaseUrl !== undefined) {
    if (readEngine(directory) !== null) log.warn("database in the directory not used", { directory: directory.path });
    return openGiven({ databaseUrl, ownerUrl: ownerUrl ?? databaseUrl }, log);
  }
  requireEngine(directory, engine);
  const database = engine === "pglite" ? await openFallback(directory, log) : await openEmbedded(directory, log);
  recordEngine(directory, engine);
  return database;
}

async function openEmbedded(directory: DataDirectory, log: Log): Promise<Database> {
  const server = await startEmbeddedPostgres(directory, { log });
  try {
    const owner = { ...server.address, ssl: false };
    const password = owner.password === undefined ? undefined : directory.secret("postgres-app-password");
    await makeAppRole(owner, password);
    await grantRights(owner, appRole);
    const { version, ...database } = await openServer({ app: { ...owner, user: appRole, password }, owner }, log);
    const close = async () => {
      await database.close();
      await server.stop();
    };
    return { ...database, close, describe: `PostgreSQL ${version}, embedded in ${server.folder}` };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

// A database that starts together with this process, as in compose, may take a little longer.
const givenTimeoutMs = 10_000;

async function openGiven(
  { databaseUrl, ownerUrl }: { databaseUrl: string; ownerUrl: string },
  log: Log,
): Promise<Database> {
  const { host, port, database: name } = new Client({ connectionString: databaseUrl });
  const place = `${host}:${port}/${name}`;
  const deadline = performance.now() + givenTimeoutMs;
  let isReported = false;
  for (;;) {
    try {
      const urls = { app: { connectionString: databaseUrl }, owner: { connectionString: ownerUrl } };
      const { version, ...database } = await openServer(urls, log);
      return { ...database, describe: `PostgreSQL ${version} at ${place}` };
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) {
        throw new Error(`DATABASE_URL (${place}) cannot be used: ${reasonOf(error)}`, { cause: error });
      }
      if (!isReported) log.warn("database not there yet", { place, reason: reasonOf(error) });
      isReported = true;
      await sleep(500);
    }
  }
}

async function openFallback(directory: DataDirectory, log: Log): Promise<Database> {
  // Imported only here: PGlite takes long to load, and with a server it is not needed.
  const { openPglite } = await import("#hosts/node/pglite.ts");
  const { db, close } = await openPglite(directory, { log });
  return {
    db,
    reservedDb: db,
    patiently: (work) => work(db),
    // One connection, one role.
    limitRights: async () => {},
    // Only one process.
    alone: (work) => work(),
    engine: "pglite",
    describe: `PGlite in ${directory.path}/pglite, every commit synced`,
    isReachable: () => canAnswer(db),
    close,
  };
}

// ------------------------------------------------------------------------------------------------ a server

// Calls have ended by then. A job that has not is interrupted, and fails as it would when any database becomes
// unavailable.
const closeTimeoutMs = 1000;

/** Calls connect as `app`, migrations as `owner`. If both are the same, no rights can be revoked. */
async function openServer(
  { app, owner }: { app: PoolSettings; owner: PoolSettings },
  log: Log,
): Promise<Omit<Database, "describe"> & { version: string }> {
  const pool = createPool(app, { log });
  const db = dbOf(pool);
  const reserved = createPool(app, { log, connections: reservedConnections });
  const reservedDb = dbOf(reserved);
  const end = async () => {
    await Promise.all([pool.end(), reserved.end()]);
  };
  try {
    const version = await requireFitServer(pool);
    return {
      db,
      reservedDb,
      version,
      patiently: (work) => withPatientConnection(owner, work),
      alone: (work) => aloneOn(owner, work),
      limitRights: async () => {
        const [role, ownRole] = [roleOf(app), roleOf(owner)];
        if (role !== undefined && role !== ownRole) await grantRights(owner, role);
      },
      engine: "postgres",
      isReachable: () => canAnswer(reservedDb),
      close: () => Promise.race([end(), sleep(closeTimeoutMs, undefined, { ref: false })]),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

// An arbitrary number that nothing else in this database locks.
const startLock = 6_094_137;

/**
 * Holds the lock in an open transaction, not in the session, as a pooler may give the next statement to another
 * session.
 */
const aloneOn = <Result>(owner: PoolSettings, work: () => Promise<Result>): Promise<Result> =>
  withPatientConnection(owner, (db) =>
    db.transaction(async (lock) => {
      await lock.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
      await lock.execute(sql`select pg_advisory_xact_lock(${startLock})`);
      return work();
    }),
  );
const reservedConnections = 2;

const roleOf = ({ user, connectionString }: PoolSettings) =>
  connectionString === undefined ? user : new Client({ connectionString }).user;

type ServerFacts = { version: string; number: string; encoding: string; character_type: string; has_trigrams: boolean };

/** The server's version. Throws with instructions if the server is too old or can't sort and search every script. */
async function requireFitServer(pool: Pool): Promise<string> {
  const { rows } = await pool.query<ServerFacts>(`
    select current_setting('server_version') as version,
           current_setting('server_version_num') as number,
           pg_encoding_to_char(encoding) as encoding,
           datctype as character_type,
           exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams
      from pg_database
     where datname = current_database()`);
  const facts = rows[0];
  if (facts === undefined) throw new Error("the server does not know its own database");
  if (Number(facts.number) < 150_000) {
    throw new Error(`it is PostgreSQL ${facts.version}, and Mizan needs 15 or later.`);
  }
  // With the character type C only a to z have a lower case or trigrams: nothing in Arabic would be found (demo-apps
  // H.2).
  if (facts.encoding !== "UTF8" || ["C", "POSIX"].includes(facts.character_type)) {
    throw new Error(
      `its encoding is ${facts.encoding} and its character type ${facts.character_type}, so that Arabic could not be ` +
        "searched. Make the database anew with: create database mizan template template0 encoding 'UTF8' " +
        "lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
    );
  }
  if (!facts.has_trigrams) {
    throw new Error("it lacks the extension pg_trgm. Install PostgreSQL's contrib package on the server.");
  }
  return facts.version;
}

/** A prepared statement, as in most calls, so that the check fails when they fail. */
const readPrepared = preparedStatement(sql`select 1 as ready`);

async function canAnswer(db: Db): Promise<boolean> {
  try {
    await readPrepared(db, {});
    return true;
  } catch {
    return false;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
