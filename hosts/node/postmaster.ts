import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The running server of a cluster, as it describes itself in `postmaster.pid`. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string | undefined;
};

/** The server that runs on the cluster in `folder` now, whoever started it. `null` where none does. */
export function readPostmaster(folder: string): Postmaster | null {
  const written = readPidFile(folder);
  return written !== null && isServerOf(folder, written.pid) ? written : null;
}

/** Whether a server ended here without tidying up. */
export function hasStalePidFile(folder: string): boolean {
  return readPidFile(folder) !== null && readPostmaster(folder) === null;
}

/**
 * PostgreSQL removes the lock files of a server that is gone, unless another program has the old server's number by now.
 * In a container numbers are few and come round at once, so then we remove them.
 */
export function removeReusedPidFiles(folder: string, socketLock: string): void {
  const written = readPidFile(folder);
  if (written === null || !isAlive(written.pid) || isServerOf(folder, written.pid)) return;
  rmSync(join(folder, "postmaster.pid"), { force: true });
  rmSync(socketLock, { force: true });
}

/** Whether the process is there. One that we may not signal is somebody else's, and none of ours. */
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
  // Its lines: number, cluster, start time, port, socket folder, address, shared memory, state.
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] || undefined };
}

/** A number alone proves nothing: it may have been given to another program since. */
function isServerOf(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  try {
    // A server works in its cluster's folder. A process that has ended but is not yet collected has no folder.
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(folder);
  } catch {
    return false;
  }
}
