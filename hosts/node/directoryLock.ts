import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "#hosts/node/postmaster.ts";

// Two locks, since each covers a case that the other does not. The kernel's is free of races and ends with its process,
// but works only within one machine or container. The file with a heartbeat is visible wherever the folder is, as on a
// shared volume.

/**
 * Locks the folder for this process, or throws with the folder and its holder. A killed holder does not block the next
 * process; one that may be in another container is watched for a few seconds first.
 */
export async function lockDirectory(path: string, { onLost }: { onLost: () => void }): Promise<() => Promise<void>> {
  const kernelLock = await takeKernelLock(path);
  try {
    const releaseFile = await takeLockFile(path, { isAlone: kernelLock !== null, onLost });
    return async () => {
      releaseFile();
      await closeServer(kernelLock);
    };
  } catch (error) {
    await closeServer(kernelLock);
    throw error;
  }
}

function inUse(path: string, holder: string): Error {
  return new Error(
    `DATA_DIR ${path} is in use by another Mizan (${holder}). Stop that one, or give this one a DATA_DIR of its own.`,
  );
}

// ------------------------------------------------------------------------------------------------ the kernel's lock

/**
 * Listens on a name derived from the folder's identity. The listening process holds the lock; the kernel releases it
 * when that process ends.
 */
async function takeKernelLock(path: string): Promise<Server | null> {
  const { dev, ino } = statSync(path, { bigint: true });
  const names: Partial<Record<NodeJS.Platform, string>> = {
    linux: `\0mizan-${dev}-${ino}`,
    win32: `\\\\.\\pipe\\mizan-${dev}-${ino}`,
  };
  const name = names[process.platform];
  if (name === undefined) return null;
  // Sends the holder's id, for the error message of the second process.
  const server = createServer((socket) => socket.on("error", () => {}).end(String(process.pid)));
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(name, resolve));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw inUse(path, `process ${await askHolder(name)}`);
  }
  return server.unref();
}

function askHolder(name: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(name).setEncoding("utf8").setTimeout(1000);
    socket.on("data", (text) => {
      answer += text;
    });
    socket.on("timeout", () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer || "unknown"));
  });
}

function closeServer(server: Server | null): Promise<void> {
  return new Promise((resolve) => (server === null ? resolve() : server.close(() => resolve())));
}

// ------------------------------------------------------------------------------------------------ the lock file

const heartbeatMs = 2000;
// Two and a half heartbeats: one may be late.
const watchMs = 5000;

type LockHolder = { readonly pid: number; readonly host: string; readonly machine: string; readonly token: string };

async function takeLockFile(
  path: string,
  { isAlone, onLost }: { isAlone: boolean; onLost: () => void },
): Promise<() => void> {
  const file = join(path, "lock");
  const holder: LockHolder = { pid: process.pid, host: hostname(), machine: machineName(), token: randomUUID() };
  let taken = createExclusively(file, holder);
  if (taken === null) {
    const other = readFileSync(file, "utf8");
    if (await isHeld(file, other, { isAlone, holder })) throw inUse(path, describe(other));
    removeStale(file, other, holder.token);
    taken = createExclusively(file, holder);
    // Another process found it stale at the same time and was faster.
    if (taken === null) throw inUse(path, describe(readFileSync(file, "utf8")));
  }
  const descriptor = taken;
  const heartbeat = setInterval(() => {
    if (!isSameFile(file, descriptor)) {
      clearInterval(heartbeat);
      return onLost();
    }
    const now = Date.now() / 1000;
    futimesSync(descriptor, now, now);
  }, heartbeatMs).unref();
  return () => {
    clearInterval(heartbeat);
    if (isSameFile(file, descriptor)) rmSync(file);
    closeSync(descriptor);
  };
}

function createExclusively(file: string, holder: LockHolder): number | null {
  // Linked into place with its content, so that no process ever reads half a file.
  const draft = `${file}.${holder.token}`;
  const descriptor = openSync(draft, "wx", 0o600);
  writeSync(descriptor, JSON.stringify(holder));
  try {
    linkSync(draft, file);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw error;
  } finally {
    rmSync(draft);
  }
}

async function isHeld(
  file: string,
  text: string,
  { isAlone, holder }: { isAlone: boolean; holder: LockHolder },
): Promise<boolean> {
  const other = parseHolder(text);
  if (other !== null && other.machine === holder.machine) {
    // The kernel's lock has shown that no process on this machine holds it.
    if (isAlone || !isAlive(other.pid)) return false;
  }
  const beatOf = () => (existsSync(file) ? statSync(file).mtimeMs : 0);
  const before = beatOf();
  const deadline = performance.now() + watchMs;
  while (performance.now() < deadline) {
    await sleep(100);
    if (beatOf() !== before) return existsSync(file);
  }
  return false;
}

/**
 * Two simultaneous processes may both find it stale: only the file that was checked is removed, never the lock of the
 * faster process.
 */
function removeStale(file: string, checked: string, token: string): void {
  const aside = `${file}.stale-${token}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, "utf8") !== checked && !existsSync(file)) linkSync(aside, file);
  rmSync(aside);
}

function parseHolder(text: string): LockHolder | null {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return null;
  }
}

function describe(text: string): string {
  const holder = parseHolder(text);
  return holder === null ? "unknown" : `process ${holder.pid} on ${holder.host}`;
}

function isSameFile(file: string, descriptor: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === fstatSync(descriptor).ino;
}

/** The scope of the kernel's lock: this boot of this machine, and on Linux this network namespace. */
function machineName(): string {
  if (process.platform !== "linux") return hostname();
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot}/${readlinkSync("/proc/self/ns/net")}`;
}
