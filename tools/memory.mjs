import { lstatSync, mkdirSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

/** What Linux calls a file system that is in memory alone (magic.h). */
const tmpfs = 0x01021994;

/**
 * A whole run had 0.4 GB in files when it was looked at. What may become more is its server's log, which is cut short at
 * 4 GB (`max_wal_size` in api/testing/globalSetup.ts).
 */
const enoughBytes = 4 * 1024 ** 3;

/**
 * The environment for a run whose databases and files go with it: its temporary folder in memory, where there is plenty.
 * Making a database is mostly copying files, and on a disk that takes a quarter of the run's processor time.
 *
 * @returns {Record<string, string>} Empty where there is too little memory, none to put files in, or TMPDIR says otherwise.
 */
export function temporaryFolder() {
  const folder = `/dev/shm/mizan-${process.getuid?.()}`;
  if (process.env["TMPDIR"] || process.platform !== "linux" || freemem() < 2 * enoughBytes) return {};
  try {
    const { type, bavail, bsize } = statfsSync("/dev/shm");
    if (type !== tmpfs || bavail * bsize < enoughBytes) return {};
    // A server that root starts runs as nobody, who must get through it to a folder of its own.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    // Everybody may write to /dev/shm, so somebody else may have been there first.
    const made = lstatSync(folder);
    return made.isDirectory() && made.uid === process.getuid?.() ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}
