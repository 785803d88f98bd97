import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "#api/ports.ts";
import { createFolderSync } from "#hosts/node/durableFiles.ts";

/** Services build keys from plain words and ids; anything else is a fault. */
export function requireKey(key: string): void {
  if (!/^[a-z0-9-]+(\/[A-Za-z0-9-]+)+$/.test(key)) throw new Error(`not a file key: ${key}`);
}

/** Files under `<dataDir>/files`, each in its record's folder. A stored file survives a power failure. */
export function directoryFiles(dataDir: string): Files {
  const pathOf = (key: string) => {
    requireKey(key);
    return join(dataDir, "files", key);
  };
  const syncFolder = createFolderSync();
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      const folder = dirname(path);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written under a temporary name and renamed, so that a reader never sees half a file. Each writer has its own
      // temporary file.
      const draft = `${path}.${randomUUID()}.draft`;
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, path);
      await syncFolder(folder);
      if (made !== undefined) await syncFolder(dirname(folder));
    },
    get: async (key) => {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      // Also removes the folder if this was its last file.
      await rmdir(dirname(path)).catch((error: unknown) => {
        if (!isMissing(error) && codeOf(error) !== "ENOTEMPTY") throw error;
      });
    },
  };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const isMissing = (error: unknown) => codeOf(error) === "ENOENT";
