import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { silent } from "#api/testing/testServer.ts";
import { type DataDirectory, openDataDirectory } from "#hosts/node/dataDirectory.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#hosts/node/embeddedPostgres.ts";
import { findPostgresBinaries } from "#hosts/node/postgresBinaries.ts";
import { canRun, canUseNamespace } from "#hosts/node/postgresUser.ts";
import { isAlive, readPostmaster } from "#hosts/node/postmaster.ts";
import { makeFolder } from "#hosts/node/testing/killable.ts";

const root = makeFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

// These cases only exist for root: PostgreSQL refuses to run as root. A container may forbid the second one.
const isRoot = process.getuid?.() === 0;
// A checkout in root's own folder can't be read by others.
const mayUseOther = isRoot && canRun(findPostgresBinaries());
const mayUseNamespace = isRoot && canUseNamespace(findPostgresBinaries());

test("everything it creates is readable by its owner only", async () => {
  const path = join(root, "modes");
  await withServer(path, async () => {
    const open = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => {
      const file = statSync(join(path, name), { throwIfNoEntry: false });
      return file !== undefined && (file.mode & 0o077) !== 0;
    });
    expect(open).toEqual([]);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });
});

test("it opens no TCP port, verifies its pages, syncs its writes, sorts by code point and supports Arabic letters", async () => {
  await withServer(join(root, "settings"), async (server) => {
    const { rows } = await ask(
      server,
      `select current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('server_version') as version,
              lower('ÇŞ') as lower, 'a' < 'B' as ignores_case`,
    );
    expect(rows[0]).toMatchObject({ tcp: "", checksums: "on", fsync: "on", lower: "çş", ignores_case: false });
    await ask(server, "create extension pg_trgm");
    const trigrams = await ask(server, "select cardinality(show_trgm('حلال')) as count");
    console.log(
      `PostgreSQL ${String(rows[0]?.version)}: ${String(trigrams.rows[0]?.count)} trigrams in an Arabic word of four letters`,
    );
    expect(trigrams.rows[0]?.count).toBe(5);
  });
});

test("nothing of it runs after a stop, and its rows are there at the next start", async () => {
  const path = join(root, "restart");
  let pid = 0;
  await withServer(path, async (server) => {
    pid = server.pid();
    await ask(server, "create table notes as select 'kept' as text");
  });
  expect(isAlive(pid)).toBe(false);
  await withServer(path, async (server) => {
    expect(server.wasAdopted).toBe(false);
    expect((await ask(server, "select text from notes")).rows).toEqual([{ text: "kept" }]);
  });
});

test("an interrupted first start begins again", async () => {
  const path = join(root, "unfinished");
  const directory = await open(path);
  mkdirSync(join(path, "postgres.new-1"));
  writeFileSync(join(path, "postgres.new-1", "PG_VERSION"), "18\n");
  await directory.release();
  await withServer(path, async (server) => {
    expect((await ask(server, "select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(readdirSync(path).filter((name) => name.startsWith("postgres.new"))).toEqual([]);
  });
});

test("a lock file whose process id now belongs to another program does not stop it", async () => {
  // As another user, PostgreSQL recognises that the process id is not its own; as the same user it does not.
  const path = join(mayUseNamespace ? makeClosed("above-reused") : root, "reused");
  await withServer(path, async () => {});
  // As after a kill -9 of a whole container.
  const outsider = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const left = [outsider.pid, join(path, "postgres"), 1_700_000_000, 5432, join(path, "run"), "", "", "ready   "];
  writeFileSync(join(path, "postgres", "postmaster.pid"), left.join("\n"));
  writeFileSync(join(path, "run", ".s.PGSQL.5432.lock"), left.join("\n"));
  await withServer(path, async (server) => {
    expect((await ask(server, "select 1 as one")).rows).toEqual([{ one: 1 }]);
  }).finally(() => outsider.kill());
});

test("a path that is too long for a socket gets one in the system's temporary folder, which is removed at the stop", async () => {
  const path = join(root, "x".repeat(100));
  const used = await withServer(path, async (server) => {
    expect((await ask(server, "select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(server.address.host.startsWith(path)).toBe(false);
    expect(statSync(server.address.host).mode & 0o777).toBe(0o700);
    return server.address.host;
  });
  expect(statSync(used, { throwIfNoEntry: false })).toBeUndefined();
});

test("a server that is stopped by hand is restarted", async () => {
  await withServer(join(root, "stopped"), async (server) => {
    const first = server.pid();
    process.kill(first, "SIGINT");
    await expect.poll(() => server.pid(), { timeout: 30_000 }).not.toBe(first);
    expect((await ask(server, "select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});

test("a stop during a restart leaves nothing running", async () => {
  const path = join(root, "stop-in-restart");
  const directory = await open(path);
  const server = await startEmbeddedPostgres(directory, { log: silent });
  process.kill(server.pid(), "SIGKILL");
  await server.stop();
  expect(readPostmaster(server.folder)).toBeNull();
  await directory.release();
});

test.runIf(mayUseOther)("root's server runs as an unprivileged user if that user can enter the folder", async () => {
  await withServer(join(root, "entered"), async (server) => {
    expect(statSync(server.folder).uid).toBe(65534);
    expect((await ask(server, "select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});

test.runIf(mayUseNamespace)("root's server runs in a namespace if only root can enter the folder", async () => {
  await withServer(join(makeClosed("above"), "closed"), async (server) => {
    expect(statSync(server.folder).uid).toBe(0);
    expect((await ask(server, "select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});

// ------------------------------------------------------------------------------------------------ helpers

function makeClosed(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

const open = (path: string): Promise<DataDirectory> => openDataDirectory(path, { onLost: () => {} });

async function withServer<Result>(path: string, work: (server: EmbeddedPostgres) => Promise<Result>): Promise<Result> {
  const directory = await open(path);
  const server = await startEmbeddedPostgres(directory, { log: silent });
  try {
    return await work(server);
  } finally {
    await server.stop();
    await directory.release();
  }
}

async function ask(server: EmbeddedPostgres, statement: string) {
  const client = new Client({ ...server.address, ssl: false });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(statement);
  } finally {
    await client.end();
  }
}
