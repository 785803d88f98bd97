import { blockBytes, type FileChanges, type FilledFile, type FileTree } from "#hosts/browser/followedFiles.ts";
import { settled } from "#hosts/browser/settled.ts";
import { unpackArchive } from "#hosts/browser/fileArchive.ts";
import { databaseName } from "#hosts/browser/wire.ts";

/** Where the files of the database are kept between visits. */
export type BlockStore = {
  /** As an earlier visit left them; null when there was none, or it was broken off before it kept anything. */
  readonly read: () => Promise<KeptFolder | null>;
  /** All of it or nothing. `base` comes with the first write: what the changes are changes of. */
  readonly write: (changes: FileChanges, base: ArrayBuffer | null) => Promise<void>;
  readonly close: () => void;
};
export type KeptFolder = { readonly directories: readonly string[]; readonly files: readonly FilledFile[] };

type Block = { readonly file: number; readonly block: number; readonly content: Uint8Array };

export const blocksDatabaseName = `${databaseName}-postgres`;
const storeName = "blocks";
const baseKey = "base";
const treeKey = "tree";

/** Blocks in IndexedDB, under `[number of the file, number of the block]`. */
export async function openBlockStore(): Promise<BlockStore> {
  const request = indexedDB.open(blocksDatabaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  const database = await settled(request);
  const read = async () => {
    const store = database.transaction(storeName).objectStore(storeName);
    const tree: FileTree | undefined = await settled(store.get(treeKey));
    if (tree === undefined) return null;
    const blockKeys = IDBKeyRange.bound([0], [Infinity]);
    const [base, keys, contents] = await Promise.all([
      settled<ArrayBuffer>(store.get(baseKey)),
      settled(store.getAllKeys(blockKeys)),
      settled<Uint8Array[]>(store.getAll(blockKeys)),
    ]);
    const blocks = keys.map((key, index) => {
      const [file, block] = key as [number, number];
      return { file, block, content: contents[index]! };
    });
    return keptFolder(base, tree, blocks);
  };
  const write = async ({ tree, removed, blocks }: FileChanges, base: ArrayBuffer | null) => {
    const transaction = database.transaction(storeName, "readwrite");
    const kept = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the block store broke off"));
    });
    const store = transaction.objectStore(storeName);
    if (base !== null) store.put(base, baseKey);
    if (tree !== null) store.put(tree, treeKey);
    for (const number of removed) store.delete(IDBKeyRange.bound([number], [number + 1], false, true));
    for (const { file, block, content } of blocks) store.put(content, [file, block]);
    await kept;
  };
  return { read, write, close: () => database.close() };
}

/** A folder as it began, numbered from one in its order. */
export function archivedFolder(archive: ArrayBuffer): KeptFolder {
  const { directories, files } = unpackArchive(archive);
  return { directories, files: files.map((file, index) => ({ ...file, number: index + 1 })) };
}

/** A folder as it began, with what has changed since. */
export function keptFolder(base: ArrayBuffer, { directories, files }: FileTree, blocks: readonly Block[]): KeptFolder {
  const begun = new Map(archivedFolder(base).files.map(({ number, content }) => [number, content]));
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
