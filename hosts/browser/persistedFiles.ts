import type { PGliteOptions } from "@electric-sql/pglite";
import { archivedFolder, type BlockStore } from "#hosts/browser/blockStore.ts";
import { trackedFiles } from "#hosts/browser/trackedFiles.ts";
import { pgliteFilesystem } from "#hosts/browser/pgliteFilesystem.ts";

export type KeptFiles = {
  readonly filesystem: NonNullable<PGliteOptions["fs"]>;
  /** Nobody has been here before. */
  readonly isNew: boolean;
  /** Keeps all changes made so far, and answers how many bytes that took. */
  readonly write: () => Promise<number>;
  /** About how many bytes that would take now. */
  readonly changedBytes: () => number;
};

type KeptFilesOptions = {
  readonly store: BlockStore;
  /** What a first visit begins with (`packArchive`); fetched for nobody else. */
  readonly loadFirst: () => Promise<ArrayBuffer>;
  /** PGlite calls it after every statement. */
  readonly onStatement: () => void;
};

/** From that much on all is kept anew, as one piece: a browser takes many times as long to find thousands again. */
const wholeBytes = 16 * 1024 * 1024;

/**
 * The files of PostgreSQL in memory, as an earlier visit left them. PGlite's own for a browser look through all of a
 * thousand to find which have changed, and write those from end to end; these write the blocks that changed.
 */
export async function persistedFiles({ store, loadFirst, onStatement }: KeptFilesOptions): Promise<KeptFiles> {
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
