import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type PostgresCluster, programEnvironment, runProgram } from "#hosts/node/postgresCluster.ts";
import { hasStalePidFile, readPostmaster, removeReusedPidFiles } from "#hosts/node/postmaster.ts";

/** A PostgreSQL that accepts connections. */
export type PostgresServer = {
  readonly pid: number;
  /** It was already running, left by a killed host. */
  readonly wasAdopted: boolean;
  /** Resolves when the process has ended, whatever the reason. */
  readonly exited: Promise<void>;
};

// Recovery after a crash reads at most the log since the last checkpoint, which takes seconds; a minute is a fault.
const answerTimeoutMs = 60_000;
// Processes of a killed server end after their current statement, and no server may start before the last has ended.
const afterCrashTimeoutMs = 30_000;
const pollMs = 20;

/** Adopts the server that runs on the cluster, or starts one. Rejects with the end of its log if it can't start. */
export async function runServer(cluster: PostgresCluster): Promise<PostgresServer> {
  const adopted = await adoptServer(cluster);
  if (adopted !== null) return adopted;
  const crashed = hasStalePidFile(cluster.folder);
  const deadline = performance.now() + afterCrashTimeoutMs;
  for (;;) {
    try {
      return await startServer(cluster);
    } catch (error) {
      if (!crashed || performance.now() > deadline) throw error;
      await sleep(5 * pollMs);
    }
  }
}

/**
 * Stops a server, first in fast, then in immediate mode. Neither loses a commit: after an immediate stop the next start
 * recovers.
 */
export async function stopServer(cluster: PostgresCluster, server: PostgresServer, timeoutMs: number): Promise<void> {
  if (process.platform === "win32") {
    const seconds = Math.ceil(timeoutMs / 1000);
    await runProgram(cluster.user, cluster.binaries.pgCtl, [
      "stop",
      "-D",
      cluster.folder,
      "-m",
      "fast",
      "-t",
      `${seconds}`,
    ]);
    return;
  }
  signalServer(cluster, server, "SIGINT");
  if (await endsWithin(server, timeoutMs)) return;
  endAtOnce(cluster, server);
  if (await endsWithin(server, timeoutMs)) return;
  throw new Error(`PostgreSQL (process ${server.pid}) does not stop`);
}

/** Asks a server to stop immediately, and does not wait. */
export function endAtOnce(cluster: PostgresCluster, server: PostgresServer): void {
  signalServer(cluster, server, "SIGQUIT");
}

function signalServer(cluster: PostgresCluster, server: PostgresServer, signal: NodeJS.Signals): void {
  // A free process id may belong to another program by now.
  if (readPostmaster(cluster.folder)?.pid === server.pid) process.kill(server.pid, signal);
}

// ------------------------------------------------------------------------------------------------ taking over

async function adoptServer(cluster: PostgresCluster): Promise<PostgresServer | null> {
  const found = readPostmaster(cluster.folder);
  if (found === null) return null;
  const isThere = () => readPostmaster(cluster.folder)?.pid === found.pid;
  const deadline = performance.now() + answerTimeoutMs;
  while (isThere()) {
    if (await answers(cluster)) return { pid: found.pid, wasAdopted: true, exited: endOf(isThere) };
    if (performance.now() > deadline) {
      throw new Error(
        `PostgreSQL (process ${found.pid}) runs on ${cluster.folder} but does not answer on ${cluster.address.host}. ` +
          `Stop it with "kill -INT ${found.pid}" and start again.`,
      );
    }
    await sleep(pollMs);
  }
  return null;
}

/** The server is not our child process, so its end must be polled. */
async function endOf(isThere: () => boolean): Promise<void> {
  while (isThere()) await sleep(10 * pollMs, undefined, { ref: false });
}

// ------------------------------------------------------------------------------------------------ starting

async function startServer(cluster: PostgresCluster): Promise<PostgresServer> {
  const { address, folder } = cluster;
  removeReusedPidFiles(folder, join(address.host, `.s.PGSQL.${address.port}.lock`));
  const logStart = startLog(cluster.logFile);
  const child = spawnServer(cluster);
  let failure: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      failure = error;
      resolve();
    });
  });
  const { pid = 0 } = child;
  const deadline = performance.now() + answerTimeoutMs;
  while (!(await answers(cluster, pid))) {
    const isRunning = failure === undefined && child.exitCode === null && child.signalCode === null;
    if (isRunning && performance.now() < deadline) {
      await sleep(pollMs);
      continue;
    }
    const log = readFileSync(cluster.logFile, "utf8").slice(logStart).trim();
    throw new Error(`PostgreSQL did not start on ${folder}: ${failure?.message ?? (log || "it does not answer")}`);
  }
  return { pid, wasAdopted: false, exited };
}

/**
 * In a session of its own, so that Ctrl-C in a terminal only reaches this process, which first finishes running calls.
 */
function spawnServer(cluster: PostgresCluster) {
  const settings = Object.entries(cluster.settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command, args] = cluster.user.command(cluster.binaries.postgres, ["-D", cluster.folder, ...settings]);
  // A file and not a pipe: the server may outlive this process.
  const log = openSync(cluster.logFile, "a", 0o600);
  try {
    const child = spawn(command, args, {
      ...cluster.user.owner,
      cwd: cluster.folder,
      env: programEnvironment(),
      detached: true,
      stdio: ["ignore", log, log],
      windowsHide: true,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

// A server writes a few lines per start, so this is thousands of starts.
const logBytesMax = 1_000_000;

/** The length of the log so far. A long one is moved aside and replaces the one before. */
function startLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= logBytesMax) return size;
  renameSync(path, `${path}.1`);
  return 0;
}

// ------------------------------------------------------------------------------------------------ checking

/** Whether the server accepts a login now, and is the expected one. */
async function answers(cluster: PostgresCluster, pid?: number): Promise<boolean> {
  if (pid !== undefined && readPostmaster(cluster.folder)?.pid !== pid) return false;
  const client = new Client({ ...cluster.address, ssl: false, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function endsWithin(server: PostgresServer, timeoutMs: number): Promise<boolean> {
  const waiting = new AbortController();
  const timedOut = sleep(timeoutMs, false, { signal: waiting.signal }).catch(() => false);
  const hasEnded = await Promise.race([server.exited.then(() => true), timedOut]);
  waiting.abort();
  return hasEnded;
}
