import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "#api/ports.ts";

/** Files under `<dataDir>/files`. Keys are made by the services, of plain words and ids; anything else is a mistake of ours. */
export function directoryFiles(dataDir: string): Files {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9-]+(\/[A-Za-z0-9-]+)+$/.test(key)) throw new Error(`not a file key: ${key}`);
    return join(dataDir, "files", key);
  };
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that a reader never sees half a file.
      const draft = `${path}.${process.pid}.draft`;
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, path);
    },
    get: async (key) => {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
