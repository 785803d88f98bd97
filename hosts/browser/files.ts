import type { Files } from "#api/ports.ts";
import { idbRequest } from "#web/offline/idbRequest.ts";
import { databaseName } from "#hosts/browser/workerMessages.ts";

export const filesDatabaseName = `${databaseName}-files`;
const storeName = "files";

/** Files in IndexedDB, next to the database. */
export function browserFiles(): Files {
  const opened = open();
  const run = async <Result>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<Result>) => {
    const transaction = (await opened).transaction(storeName, mode, { durability: "strict" });
    const kept = committed(transaction);
    const result = await idbRequest(use(transaction.objectStore(storeName)));
    await kept;
    return result;
  };
  return {
    put: async (key, bytes) => void (await run("readwrite", (store) => store.put(bytes, key))),
    get: async (key) => ((await run("readonly", (store) => store.get(key))) as Uint8Array | undefined) ?? null,
    remove: (key) => run("readwrite", (store) => store.delete(key)),
  };
}

/** A successful request is not on disk yet, and this worker may end with its last page. */
const committed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the file store broke off"));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(filesDatabaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return idbRequest(request);
}
