import type { Files } from "#api/ports.ts";
import { settled } from "#hosts/browser/settled.ts";
import { databaseName } from "#hosts/browser/wire.ts";

export const filesDatabaseName = `${databaseName}-files`;
const storeName = "files";

/** Files in IndexedDB, beside the database. */
export function browserFiles(): Files {
  const opened = open();
  const run = async <Result>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<Result>) =>
    settled(use((await opened).transaction(storeName, mode).objectStore(storeName)));
  return {
    put: async (key, bytes) => void (await run("readwrite", (store) => store.put(bytes, key))),
    get: async (key) => ((await run("readonly", (store) => store.get(key))) as Uint8Array | undefined) ?? null,
    remove: (key) => run("readwrite", (store) => store.delete(key)),
  };
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(filesDatabaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request);
}
