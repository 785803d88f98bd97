import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A cluster's running server, as it describes itself in `postmaster.pid`. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string | undefined;
};

/** The server that runs on the cluster in `folder` now, whatever started it. `null` if none does. */
export function readPostmaster(folder: string): Postmaster | null {
  const written = readPidFile(folder);
  return written !== null && isServerOf(folder, written.pid) ? written : null;
}

/** Whether a server ended here without removing its lock file. */
export function hasStalePidFile(folder: string): boolean {
  return readPidFile(folder) !== null && readPostmaster(folder) === null;
}

/**
 * PostgreSQL removes the lock files of a dead server, unless another program has its process id by now. In a container
 * ids are reused quickly, so then we remove them.
 */
export function removeReusedPidFiles(folder: string, socketLock: string): void {
  const written = readPidFile(folder);
  if (written === null || !isAlive(written.pid) || isServerOf(folder, written.pid)) return;
  rmSync(join(folder, "postmaster.pid"), { force: true });
  rmSync(socketLock, { force: true });
}

/** Whether the process exists. If we may not signal it, it belongs to another user and is not ours. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readPidFile(folder: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
  // Its lines: process id, cluster, start time, port, socket folder, address, shared memory, state.
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] || undefined };
}

/** The process id alone proves nothing: another program may have it by now. */
function isServerOf(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  try {
    // A server's working directory is its cluster's folder. A zombie process has none.
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(folder);
  } catch {
    return false;
  }
}
