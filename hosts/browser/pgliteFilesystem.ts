import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import type { StoredFolder } from "#hosts/browser/blockStore.ts";
import type { EmscriptenFiles, TrackedFiles } from "#hosts/browser/trackedFiles.ts";

type Filesystem = NonNullable<PGliteOptions["fs"]>;

type Listeners = {
  /** PGlite calls it after every statement. */
  readonly onStatement?: () => void;
  readonly onClose?: () => void;
};

/**
 * A file system for PGlite with these files, which start as the folder is. Uses the folder's contents without copying
 * them.
 */
export function pgliteFilesystem(
  inMemory: TrackedFiles,
  { directories, files }: StoredFolder,
  { onStatement, onClose }: Listeners = {},
): Filesystem {
  return {
    init: async (_, options) => {
      const mount = (module: unknown) => inMemory.mountAt(module as EmscriptenFiles, PGlite.paths.PGDATA);
      return { emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), mount] } };
    },
    initialSyncFs: async () => inMemory.fill(directories, files),
    syncToFs: async () => onStatement?.(),
    dumpTar: () => Promise.reject(new Error("these files are not dumped")),
    closeFs: async () => onClose?.(),
  };
}
