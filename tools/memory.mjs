import { lstatSync, mkdirSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

/** The type of Linux's in-memory file system (magic.h). */
const tmpfs = 0x01021994;

/**
 * A whole run was measured with 0.4 GB of files. What may grow is its server's log, which is limited to 4 GB
 * (`max_wal_size` in api/testing/globalSetup.ts).
 */
const enoughBytes = 4 * 1024 ** 3;

/**
 * The environment for a test run with temporary databases and files: its temporary folder in memory, if there is
 * plenty. Creating a database is mostly copying files, and on a disk that takes a quarter of the run's processor time.
 *
 * @returns {Record<string, string>} Empty if there is too little memory or no file system in it, or if TMPDIR is set.
 */
export function temporaryFolder() {
  const folder = `/dev/shm/mizan-${process.getuid?.()}`;
  if (process.env["TMPDIR"] || process.platform !== "linux" || freemem() < 2 * enoughBytes) return {};
  try {
    const { type, bavail, bsize } = statfsSync("/dev/shm");
    if (type !== tmpfs || bavail * bsize < enoughBytes) return {};
    // A server started by root runs as an unprivileged user, who must be able to enter its own folder inside.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    // Everyone may write to /dev/shm, so another user may have created it first.
    const made = lstatSync(folder);
    return made.isDirectory() && made.uid === process.getuid?.() ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}
