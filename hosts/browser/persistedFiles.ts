import type { PGliteOptions } from "@electric-sql/pglite";
import { archivedFolder, type BlockStore } from "#hosts/browser/blockStore.ts";
import { trackedFiles } from "#hosts/browser/trackedFiles.ts";
import { pgliteFilesystem } from "#hosts/browser/pgliteFilesystem.ts";

export type PersistedFiles = {
  readonly filesystem: NonNullable<PGliteOptions["fs"]>;
  /** The first visit. */
  readonly isNew: boolean;
  /** Stores all changes so far, and answers how many bytes that took. */
  readonly write: () => Promise<number>;
  /** About how many bytes would be stored now. */
  readonly changedBytes: () => number;
};

type PersistedFilesOptions = {
  readonly store: BlockStore;
  /** The files for a first visit (`packArchive`); not fetched otherwise. */
  readonly loadFirst: () => Promise<ArrayBuffer>;
  /** PGlite calls it after every statement. */
  readonly onStatement: () => void;
};

/**
 * From this much on everything is stored in one piece: a browser takes many times as long to load thousands of blocks.
 */
const wholeBytes = 16 * 1024 * 1024;

/**
 * PostgreSQL's files in memory, as the last visit left them. PGlite's own file system for browsers checks a thousand
 * files for changes, and writes each changed one completely; this one writes only the changed blocks.
 */
export async function persistedFiles({
  store,
  loadFirst,
  onStatement,
}: PersistedFilesOptions): Promise<PersistedFiles> {
  const kept = await store.read();
  const folder = kept ?? archivedFolder(await loadFirst());
  let isWhole = kept !== null;
  const followed = trackedFiles();
  const filesystem = pgliteFilesystem(followed, folder, { onStatement, onClose: store.close });
  const write = async () => {
    const changedBytes = followed.changedBytes();
    const changes = followed.takeChanges();
    if (changes === null) return 0;
    try {
      if (isWhole && changedBytes < wholeBytes) await store.write(changes);
      else await store.writeAll(followed.everything());
      isWhole = true;
    } catch (error) {
      changes.giveBack();
      throw error;
    }
    return changes.blocks.reduce((sum, { content }) => sum + content.length, 0);
  };
  return { filesystem, isNew: kept === null, write, changedBytes: followed.changedBytes };
}
