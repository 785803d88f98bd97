import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { DataDirectory } from "#hosts/node/dataDirectory.ts";
import { syncFolder } from "#hosts/node/durableFiles.ts";
import { findPostgresBinaries, type PostgresBinaries } from "#hosts/node/postgresBinaries.ts";
import { readPostmaster } from "#hosts/node/postmaster.ts";
import { choosePostgresUser, type PostgresUser } from "#hosts/node/postgresUser.ts";

/** The files of an embedded PostgreSQL, and how its programs are run on them. */
export type PostgresCluster = {
  readonly folder: string;
  readonly logFile: string;
  readonly address: PostgresAddress;
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser;
  /** The server's options: `-c name=value`. */
  readonly settings: Readonly<Record<string, string | number>>;
};

/** Where clients connect: a folder with a unix socket, or loopback TCP with a password on Windows. */
export type PostgresAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
};

/** Settings that override ours, for tests that may lose their rows. */
export type PostgresSettings = Readonly<Record<string, string | number>>;

const superuser = "mizan";
const isWindows = process.platform === "win32";

/** Finds or creates `<data directory>/postgres`. The cluster is complete or not there, also after a kill half-way. */
export async function preparePostgresCluster(
  directory: DataDirectory,
  settings: PostgresSettings = {},
): Promise<PostgresCluster> {
  const binaries = findPostgresBinaries();
  const folder = join(directory.path, "postgres");
  const address = await chooseAddress(directory, folder);
  const folders = isWindows
    ? []
    : [dirname(directory.path), dirname(address.host)].filter((it) => it !== directory.path);
  const user = choosePostgresUser(binaries, { cluster: folder, folders });
  if (user.owner !== null) chownSync(directory.path, user.owner.uid, user.owner.gid);
  if (!isWindows) makeSocketFolder(address.host, user);
  const logFile = join(directory.path, "postgres.log");
  const cluster = { folder, logFile, address, binaries, user, settings: { ...ourSettings(address), ...settings } };
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) await createCluster(cluster, directory);
  return cluster;
}

/** The address of the server of a data directory that another process uses; null if none runs. */
export function runningAddress(dataPath: string): PostgresAddress | null {
  const running = readPostmaster(join(dataPath, "postgres"));
  if (running === null) return null;
  const login = { user: superuser, database: "postgres" };
  if (running.socketFolder !== undefined) {
    return { ...login, host: running.socketFolder, port: running.port, password: undefined };
  }
  const password = readFileSync(join(dataPath, "secrets", "postgres-password"), "utf8").trim();
  return { ...login, host: "127.0.0.1", port: running.port, password };
}

function ourSettings({ host, port }: PostgresAddress): PostgresSettings {
  const memory = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  return {
    listen_addresses: isWindows ? host : "",
    port,
    // Quoted, as the setting is a list and a folder's name may contain a comma.
    unix_socket_directories: isWindows ? "" : `"${host.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    // The pool's ten, as many again for a second start while the first still closes, and some for an operator.
    max_connections: 50,
    shared_buffers: `${Math.round(Math.min(512, Math.max(64, memory / 2 ** 20 / 8)))}MB`,
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    // Compiling a statement costs more than any of our lists takes.
    jit: "off",
    // Nothing subscribes to it.
    max_logical_replication_workers: 0,
    random_page_cost: 1.1,
    timezone: "UTC",
    log_timezone: "UTC",
    // The caller reports failed statements. Logged here, they would only add users' rows to a log (reliability R30).
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
  };
}

// ------------------------------------------------------------------------------------------------ the first start

async function createCluster(cluster: PostgresCluster, directory: DataDirectory): Promise<void> {
  const prefix = "postgres.new-";
  for (const left of readdirSync(directory.path).filter((name) => name.startsWith(prefix))) {
    rmSync(join(directory.path, left), { recursive: true, force: true });
  }
  const unfinished = join(directory.path, prefix + process.pid);
  const passwordFile = isWindows ? join(directory.path, "postgres.password") : undefined;
  if (passwordFile !== undefined) writeFileSync(passwordFile, `${cluster.address.password}\n`, { mode: 0o600 });
  await initialise(cluster, unfinished, passwordFile);
  if (passwordFile !== undefined) rmSync(passwordFile);
  // initdb has synced its files; the rename makes them the cluster.
  renameSync(unfinished, cluster.folder);
  syncFolder(directory.path);
}

// Trigrams and lower() depend on the character type, and with C they only support a to z (demo-apps H.2). Not every
// system has C.UTF-8: the others are for macOS and Windows. Sorting is by code point everywhere, by the server's own
// locale.
const characterTypes = ["C.UTF-8", "en_US.UTF-8", "en-US"];

async function initialise(cluster: PostgresCluster, folder: string, passwordFile: string | undefined): Promise<void> {
  const failures: unknown[] = [];
  for (const characterType of characterTypes) {
    rmSync(folder, { recursive: true, force: true });
    makeOwned(folder, cluster.user);
    try {
      await runProgram(cluster.user, cluster.binaries.initdb, [
        `--pgdata=${folder}`,
        `--username=${superuser}`,
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${characterType}`,
        "--data-checksums",
        "--no-instructions",
        ...(passwordFile === undefined
          ? ["--auth-local=trust", "--auth-host=reject"]
          : ["--auth=scram-sha-256", `--pwfile=${passwordFile}`]),
      ]);
      return;
    } catch (error) {
      failures.push(error);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  throw new AggregateError(
    failures,
    `PostgreSQL could not make its files in ${dirname(folder)}: ${String(failures[0])}`,
  );
}

/** Runs one of the programs to its end. Rejects with its output if it fails. */
export async function runProgram(user: PostgresUser, program: string, args: readonly string[]): Promise<void> {
  const [command, words] = user.command(program, args);
  await promisify(execFile)(command, words, { ...user.owner, cwd: dirname(program), env: programEnvironment() });
}

/**
 * Only a few of our variables: the environment contains secrets, and PG* variables would change the server's behaviour.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: "C" };
}

// ------------------------------------------------------------------------------------------------ the address

// A socket's path may have 103 bytes on macOS and 107 on Linux (sun_path), including its name.
const socketPathBytesMax = 103;
const socketPort = 5432;

async function chooseAddress(directory: DataDirectory, folder: string): Promise<PostgresAddress> {
  const login = { user: superuser, database: "postgres" };
  const running = readPostmaster(folder);
  if (isWindows) {
    const port = running?.port ?? (await freePort());
    return { ...login, host: "127.0.0.1", port, password: directory.secret("postgres-password") };
  }
  // A server that survived its host listens where that one configured it, even if TMPDIR has changed since.
  const host = running?.socketFolder ?? socketFolder(directory.path);
  return { ...login, host, port: socketPort, password: undefined };
}

/**
 * Inside the data directory, unless its path is too long: then in the system's temporary folder, with a name derived
 * from the directory.
 */
function socketFolder(dataPath: string): string {
  const inside = join(dataPath, "run");
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${socketPort}`)) <= socketPathBytesMax) return inside;
  return join(tmpdir(), `mizan-${createHash("sha256").update(dataPath).digest("hex").slice(0, 16)}`);
}

/** The socket requires no password, so only its owner may enter the folder. */
function makeSocketFolder(folder: string, user: PostgresUser): void {
  const made = lstatSync(folder, { throwIfNoEntry: false });
  if (made === undefined) return makeOwned(folder, user);
  // In a world-writable folder, another user may have created it first.
  const owners = [process.getuid?.(), user.owner?.uid];
  if (!made.isDirectory() || !owners.includes(made.uid) || (made.mode & 0o077) !== 0) {
    throw new Error(`${folder} is for the database's socket, but it is not a folder of ours alone. Remove it.`);
  }
}

/** Leaves nothing in the system's temporary folder. */
export function removeOuterSocketFolder(cluster: PostgresCluster): void {
  if (isWindows || dirname(cluster.address.host) === dirname(cluster.folder)) return;
  rmSync(cluster.address.host, { recursive: true, force: true });
}

function makeOwned(folder: string, user: PostgresUser): void {
  mkdirSync(folder, { mode: 0o700 });
  if (user.owner !== null) chownSync(folder, user.owner.uid, user.owner.gid);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
