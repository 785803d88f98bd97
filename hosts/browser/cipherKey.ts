import { idbRequest } from "#web/offline/idbRequest.ts";
import { databaseName } from "#hosts/browser/workerMessages.ts";

export const keysDatabaseName = `${databaseName}-keys`;
const storeName = "keys";
const keyName = "cipher";

/** The key of this browser's cipher, created at the first visit. It is stored as a non-extractable key. */
export async function storedCipherKey(): Promise<CryptoKey> {
  const database = await open();
  try {
    const kept = await idbRequest(storeOf(database, "readonly").get(keyName));
    if (kept instanceof CryptoKey) return kept;
    const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    await idbRequest(storeOf(database, "readwrite").put(made, keyName));
    return made;
  } finally {
    database.close();
  }
}

const storeOf = (database: IDBDatabase, mode: IDBTransactionMode) =>
  database.transaction(storeName, mode).objectStore(storeName);

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(keysDatabaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return idbRequest(request);
}
