import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { administer, settingsFor, silent, type TestDatabaseSource } from "#api/testing/testServer.ts";
import { migrate } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { packArchive } from "#hosts/browser/fileArchive.ts";
import { type DataDirectory, openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { type PoolSettings, withPatientConnection } from "#hosts/node/databasePool.ts";
import { startEmbeddedPostgres } from "#hosts/node/embeddedPostgres.ts";
import { pgliteDb } from "#hosts/node/pglite.ts";
import { isAlive, readPostmaster } from "#hosts/node/postmaster.ts";
import { makeDatabase, readFolder } from "#tools/snapshot.mjs";

type Teardown = () => Promise<void>;

/**
 * One database server per run, with a migrated template: a temporary PostgreSQL, that of TEST_DATABASE_URL, or with
 * TEST_DATABASE=pglite none, only an archive of PGlite's files. All of it is removed when the run ends or is
 * interrupted; the next run removes what a killed run has left.
 */
export async function setup(project: TestProject): Promise<Teardown> {
  await removeLeftFolders();
  const { TEST_DATABASE, TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE !== undefined && TEST_DATABASE !== "pglite" && TEST_DATABASE !== "postgres") {
    throw new Error(`TEST_DATABASE=${TEST_DATABASE} is neither postgres nor pglite`);
  }
  if (TEST_DATABASE === "pglite") return providePglite(project);
  return TEST_DATABASE_URL === undefined ? provideOwnServer(project) : provideGivenServer(project, TEST_DATABASE_URL);
}

const folderPrefix = "mizan-test-";
const runPrefix = "mizan_test_";

// ------------------------------------------------------------------------------------------------ PGlite

async function providePglite(project: TestProject): Promise<Teardown> {
  const directory = await openRunFolder();
  const remove = () => rmSync(directory.path, { recursive: true, force: true });
  process.once("exit", remove);
  const folder = join(directory.path, "pglite");
  await makeDatabase(folder, (pglite) => migrate(pgliteDb(pglite), migrations));
  const archive = join(directory.path, "migrated.data");
  writeFileSync(archive, packArchive(readFolder(folder)));
  project.provide("testDatabase", { engine: "pglite", archive });
  return async () => {
    await directory.release();
    remove();
  };
}

// ------------------------------------------------------------------------------------------------ temporary server

/** Fast because nothing is synced: after a crash of the machine the run starts again anyway. */
const throwAway = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: 300,
  max_wal_size: "4GB",
};

async function provideOwnServer(project: TestProject): Promise<Teardown> {
  const directory = await openRunFolder();
  const server = await startEmbeddedPostgres(directory, { log: silent, settings: throwAway });
  // Ctrl-C ends the run without a teardown.
  const endNow = () => endServerNow(directory);
  process.once("exit", endNow);
  const source = await makeTemplate({
    run: newRun(),
    settings: { ...server.address, ssl: false },
    from: "template1",
  });
  project.provide("testDatabase", source);
  return async () => {
    process.off("exit", endNow);
    await server.stop();
    await directory.release();
    rmSync(directory.path, { recursive: true, force: true });
  };
}

function endServerNow({ path }: DataDirectory): void {
  const running = readPostmaster(join(path, "postgres"));
  if (running !== null) {
    process.kill(running.pid, "SIGQUIT");
    // Nothing else may run in this process any more, so this is the only way to wait.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let turn = 0; turn < 300 && isAlive(running.pid); turn++) Atomics.wait(pause, 0, 0, 10);
  }
  rmSync(path, { recursive: true, force: true });
}

// ------------------------------------------------------------------------------------------------ its folder

function openRunFolder(): Promise<DataDirectory> {
  return openDataDirectory(mkdtempSync(join(tmpdir(), folderPrefix)), { onLost: () => {} });
}

// A run that has just created its folder has not locked it yet.
const newFolderMs = 10_000;

/** Ends the servers of killed runs, and removes their files. A live run holds the lock of its folder. */
async function removeLeftFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name);
    const made = statSync(folder, { throwIfNoEntry: false });
    if (made === undefined || Date.now() - made.mtimeMs < newFolderMs) continue;
    try {
      const directory = await openDataDirectory(folder, { onLost: () => {} });
      endServerNow(directory);
      await directory.release();
    } catch {
      // Locked by a live run, or owned by another user.
    }
  }
}

// ------------------------------------------------------------------------------------------------ a given server

async function provideGivenServer(project: TestProject, url: string): Promise<Teardown> {
  const settings = { connectionString: url };
  const holder = new Client(settings);
  await holder.connect();
  const run = newRun();
  // Before anything of this run is visible, so that no other run takes it for left over.
  await holder.query("select pg_advisory_lock(hashtext($1))", [run]);
  await dropLeftDatabases(holder, run);
  // From the empty template, as the server's default template may have any encoding.
  const from = "template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'";
  const source = await makeTemplate({ run, settings, from });
  project.provide("testDatabase", source);
  return async () => {
    await dropDatabasesOf(holder, run);
    await holder.end();
  };
}

/** A live run holds a lock on the server. Databases of runs without a lock are left over. */
async function dropLeftDatabases(holder: Client, own: string): Promise<void> {
  const runs = await holder.query<{ run: string }>(
    `select distinct substring(datname from '^${runPrefix}[0-9a-f]+') as run
       from pg_database where datname ~ '^${runPrefix}[0-9a-f]+_'`,
  );
  for (const { run } of runs.rows) {
    if (run === own) continue;
    const lock = await holder.query<{ taken: boolean }>("select pg_try_advisory_lock(hashtext($1)) as taken", [run]);
    if (lock.rows[0]?.taken === true) await dropDatabasesOf(holder, run);
  }
}

async function dropDatabasesOf(holder: Client, run: string): Promise<void> {
  const found = await holder.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [`${run}_`],
  );
  for (const { datname } of found.rows) await holder.query(`drop database ${datname} with (force)`);
}

// ------------------------------------------------------------------------------------------------ the template

const newRun = () => runPrefix + randomBytes(6).toString("hex");

async function makeTemplate({
  run,
  settings,
  from,
}: {
  run: string;
  settings: PoolSettings;
  from: string;
}): Promise<TestDatabaseSource & { engine: "postgres" }> {
  const template = `${run}_template`;
  await administer({ settings }, `create database ${template} template ${from}`);
  await withPatientConnection(settingsFor({ settings }, template), (db) => migrate(db, migrations));
  return { engine: "postgres", run, settings, template };
}
