import {
  blockBytes,
  type FileChanges,
  type FilledFile,
  type FileTree,
  type WholeFolder,
} from "#hosts/browser/trackedFiles.ts";
import { idbRequest } from "#web/offline/idbRequest.ts";
import { unpackArchive } from "#hosts/browser/fileArchive.ts";
import { databaseName } from "#hosts/browser/workerMessages.ts";

/** Stores the database's files between visits. */
export type BlockStore = {
  /** The files as the last visit stored them; null if there was none, or it ended before it stored anything. */
  readonly read: () => Promise<StoredFolder | null>;
  /** Stores everything in one piece. Must be called first. Here and below, either all is stored or nothing. */
  readonly writeAll: (folder: WholeFolder) => Promise<void>;
  /** Stores what has changed since the last write. */
  readonly write: (changes: FileChanges) => Promise<void>;
  readonly close: () => void;
};
export type StoredFolder = { readonly directories: readonly string[]; readonly files: readonly FilledFile[] };

type Block = { readonly file: number; readonly block: number; readonly content: Uint8Array };

export const blocksDatabaseName = `${databaseName}-postgres`;
const storeName = "blocks";
const baseKey = "base";
const baseTreeKey = "baseTree";
const treeKey = "tree";

/** Blocks in IndexedDB, by `[number of the file, number of the block]`. */
export async function openBlockStore(): Promise<BlockStore> {
  const request = indexedDB.open(blocksDatabaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  const database = await idbRequest(request);
  const read = async () => {
    const store = database.transaction(storeName).objectStore(storeName);
    const tree: FileTree | undefined = await idbRequest(store.get(treeKey));
    if (tree === undefined) return null;
    const blockKeys = IDBKeyRange.bound([0], [Infinity]);
    const [base, baseTree, keys, contents] = await Promise.all([
      idbRequest<Blob>(store.get(baseKey)),
      idbRequest<FileTree>(store.get(baseTreeKey)),
      idbRequest(store.getAllKeys(blockKeys)),
      idbRequest<Uint8Array[]>(store.getAll(blockKeys)),
    ]);
    const blocks = keys.map((key, index) => {
      const [file, block] = key as [number, number];
      return { file, block, content: contents[index]! };
    });
    return storedFolder({ tree: baseTree, bytes: await base.arrayBuffer() }, tree, blocks);
  };
  const change = async (use: (store: IDBObjectStore) => void) => {
    const transaction = database.transaction(storeName, "readwrite");
    const kept = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the block store broke off"));
    });
    use(transaction.objectStore(storeName));
    await kept;
  };
  const writeAll = ({ tree, contents }: WholeFolder) => {
    const base = new Blob([...contents]);
    return change((store) => {
      store.clear();
      store.put(base, baseKey);
      store.put(tree, baseTreeKey);
      store.put(tree, treeKey);
    });
  };
  const write = ({ tree, removed, blocks }: FileChanges) =>
    change((store) => {
      if (tree !== null) store.put(tree, treeKey);
      for (const number of removed) store.delete(IDBKeyRange.bound([number], [number + 1], false, true));
      for (const { file, block, content } of blocks) store.put(content, [file, block]);
    });
  return { read, writeAll, write, close: () => database.close() };
}

/** A folder in its initial state, with files numbered from one in order. */
export function archivedFolder(archive: ArrayBuffer): StoredFolder {
  const { directories, files } = unpackArchive(archive);
  return { directories, files: files.map((file, index) => ({ ...file, number: index + 1 })) };
}

/** A folder from the last complete copy and the blocks changed since. */
export function storedFolder(
  base: { readonly tree: FileTree; readonly bytes: ArrayBuffer },
  { directories, files }: FileTree,
  blocks: readonly Block[],
): StoredFolder {
  const begun = new Map<number, Uint8Array<ArrayBuffer>>();
  let position = 0;
  for (const { number, size } of base.tree.files) {
    begun.set(number, new Uint8Array(base.bytes, position, size));
    position += size;
  }
  const contents = new Map(files.map(({ number, size }) => [number, resized(begun.get(number), size)]));
  for (const { file, block, content } of blocks) contents.get(file)?.set(content, block * blockBytes);
  return { directories, files: files.map(({ number, path }) => ({ number, path, content: contents.get(number)! })) };
}

function resized(content: Uint8Array<ArrayBuffer> | undefined, size: number): Uint8Array<ArrayBuffer> {
  if (content?.length === size) return content;
  const grown = new Uint8Array(size);
  if (content !== undefined) grown.set(content);
  return grown;
}
