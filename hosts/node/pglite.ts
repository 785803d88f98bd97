import { chmodSync, existsSync, fsyncSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { drizzle } from "drizzle-orm/pglite";
import type { Db } from "#api/context.ts";
import type { Log } from "#api/ports.ts";
import type { DataDirectory } from "#hosts/node/dataDirectory.ts";
import { syncFolder, syncTree } from "#hosts/node/durableFiles.ts";

export type DurablePglite = {
  readonly client: PGlite;
  readonly db: Db;
  /** How often PostgreSQL has synced a file since the start. A durable commit increases it. */
  readonly syncs: () => number;
  readonly close: () => Promise<void>;
};

/**
 * PGlite in `<data directory>/pglite`, for machines without a PostgreSQL binary. One connection, one query at a time.
 *
 * PGlite 0.5.16 itself never syncs a file: a power failure may lose acknowledged changes. Here every commit is synced
 * before it is acknowledged, and the start fails if that does not work.
 */
export async function openPglite(directory: DataDirectory, { log }: { log: Log }): Promise<DurablePglite> {
  const folder = join(directory.path, "pglite");
  if (!existsSync(folder)) await createFolder(directory.path, folder);
  let syncs = 0;
  const client = await PGlite.create(options(folder, () => syncs++));
  try {
    await requireSync(client, () => syncs);
    await requireTrigrams(client);
  } catch (error) {
    await client.close();
    throw error;
  }
  const stopUpkeep = startUpkeep(client, log);
  const close = async () => {
    stopUpkeep();
    await client.close();
  };
  return { client, db: pgliteDb(client), syncs: () => syncs, close };
}

export function pgliteDb(client: PGlite): Db {
  return drizzle(client);
}

/** The extensions that migrations may create. Loading btree_gin after pg_trgm breaks pg_trgm (demo-apps H.1). */
export const pgliteExtensions = { pg_trgm };

/**
 * PGlite creates a new database file by file and syncs none, so it is created under a temporary name and renamed once
 * it is complete.
 */
async function createFolder(parent: string, folder: string): Promise<void> {
  const prefix = "pglite.new-";
  for (const left of readdirSync(parent).filter((name) => name.startsWith(prefix))) {
    rmSync(join(parent, left), { recursive: true, force: true });
  }
  const unfinished = join(parent, prefix + process.pid);
  const client = await PGlite.create(options(unfinished, () => {}));
  await client.close();
  // PGlite sets no mode, so its folder would be readable by everyone.
  chmodSync(unfinished, 0o700);
  syncTree(unfinished);
  renameSync(unfinished, folder);
  syncFolder(parent);
}

// ------------------------------------------------------------------------------------------------ syncing

function options(folder: string, onSync: () => void): PGliteOptions {
  return {
    fs: syncingFiles(folder, onSync),
    extensions: pgliteExtensions,
    startParams: [
      ...PGlite.defaultStartParams.filter((word) => word !== "-F"),
      ...settings({
        fsync: "on",
        // Its fdatasync does nothing, whatever the file system.
        wal_sync_method: "fsync",
        shared_buffers: "16MB",
        // Nothing trims the log automatically here, so each checkpoint leaves only a little of it.
        min_wal_size: "32MB",
        max_wal_size: "64MB",
      }),
    ],
  };
}

function settings(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** The part of Emscripten's module that PGlite's types omit. */
type NodeFiles = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  tryFSOperation: (operation: () => void) => void;
};
type EmscriptenModule = { NODEFS?: NodeFiles; FS: { filesystems: { NODEFS: NodeFiles } } };

/** Emscripten calls a stream's `fsync` if there is one, and its file system for Node has none. */
function syncingFiles(folder: string, onSync: () => void): NodeFS {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = async (pglite, given) => {
    const { emscriptenOpts } = await init(pglite, given);
    emscriptenOpts.preRun?.push((module) => {
      const { NODEFS, FS } = module as unknown as EmscriptenModule;
      const nodeFiles = NODEFS ?? FS.filesystems.NODEFS;
      nodeFiles.stream_ops.fsync = ({ nfd }) => {
        nodeFiles.tryFSOperation(() => fsyncSync(nfd));
        onSync();
        return 0;
      };
    });
    return { emscriptenOpts };
  };
  return files;
}

async function requireSync(client: PGlite, syncs: () => number): Promise<void> {
  const before = syncs();
  // Writes only to the log.
  await client.query("select pg_logical_emit_message(true, 'mizan', 'is a commit synced?')");
  if (syncs() > before) return;
  throw new Error(
    "This version of PGlite does not sync its writes: a power cut would lose them. Use the version pinned.",
  );
}

async function requireTrigrams(client: PGlite): Promise<void> {
  await client.exec("create extension if not exists pg_trgm");
  const { rows } = await client.query<{ works: boolean }>(
    "select similarity('barakah', 'barakha') > 0.3 and show_trgm('حلال') <> '{}' as works",
  );
  if (rows[0]?.works) return;
  throw new Error(
    "pg_trgm does not work in this version of PGlite, so nothing could be found. Use the version pinned.",
  );
}

// ------------------------------------------------------------------------------------------------ upkeep

const upkeepMs = 60_000;
const vacuumEvery = 30;

/**
 * The work of a server's background processes. PGlite has none: without this its log grows forever and its planner has
 * no statistics.
 */
function startUpkeep(client: PGlite, log: Log): () => void {
  let written = "";
  let turns = 0;
  const turn = async () => {
    const { rows } = await client.query<{ lsn: string }>("select pg_current_wal_insert_lsn()::text as lsn");
    const lsn = rows[0]?.lsn ?? "";
    if (lsn === written) return;
    turns += 1;
    await client.exec(turns % vacuumEvery === 0 ? "vacuum (analyze); checkpoint" : "checkpoint");
    const after = await client.query<{ lsn: string }>("select pg_current_wal_insert_lsn()::text as lsn");
    written = after.rows[0]?.lsn ?? "";
  };
  const timer = setInterval(() => {
    turn().catch((error: unknown) => log.error("upkeep of the database failed", { error: String(error) }));
  }, upkeepMs);
  timer.unref();
  return () => clearInterval(timer);
}
