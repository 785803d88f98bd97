import { open } from "node:fs/promises";
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes a file atomically, readable by its owner only, so that it survives a power failure. */
export function writeDurably(path: string, text: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, text, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
  syncFolder(dirname(path));
}

/** Makes the names in a folder survive a power failure. */
export function syncFolder(folder: string): void {
  // Windows can't open a folder, and syncs names itself.
  if (process.platform !== "win32") syncPath(folder);
}

/** The same without blocking other work. Calls that come before one has begun share it: several files of one folder. */
export function createFolderSync(): (folder: string) => Promise<void> {
  const waiting = new Map<string, Promise<void>>();
  const sync = async (folder: string) => {
    await new Promise(setImmediate);
    waiting.delete(folder);
    if (process.platform === "win32") return;
    // Its last file may have been removed meanwhile, and the folder with it.
    const file = await open(folder, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (file === null) return;
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  };
  return (folder) => {
    const joined = waiting.get(folder) ?? sync(folder);
    waiting.set(folder, joined);
    return joined;
  };
}

/** Makes every file and name under `folder` survive a power failure. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncFolder(folder);
}

function syncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
