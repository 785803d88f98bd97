import { mediaTypes } from "#base/files.ts";
import { idbRequest } from "#web/offline/idbRequest.ts";

/** A file that this device keeps for a user, without its bytes. */
export type DeviceFile<Row = unknown> = {
  readonly userId: string;
  /** Of the record that the file belongs to. */
  readonly id: string;
  /** Of the stored bytes: another version has another one. */
  readonly fileId: string;
  readonly name: string;
  readonly byteCount: number;
  readonly savedAt: string;
  /** What a list shows of the record, from the last check. */
  readonly row: Row;
};

/** Where a device keeps files for use without a connection, separately for each user. */
export type DeviceStore = {
  readonly list: (userId: string) => Promise<readonly DeviceFile[]>;
  readonly read: (userId: string, id: string) => Promise<File | null>;
  /** Replaces the record's file. Rejects with a `QuotaExceededError`, which changes nothing, where there is no space. */
  readonly put: (file: DeviceFile, bytes: Blob) => Promise<void>;
  /** Updates what is known of a file whose bytes are the same. */
  readonly describe: (file: DeviceFile) => Promise<void>;
  readonly remove: (userId: string, ids: readonly string[]) => Promise<void>;
  /** Removes the files of all users but this one. */
  readonly removeOthers: (userId: string | null) => Promise<void>;
};

const databaseName = "mizan.deviceFiles";
// Apart, so that a list of files does not load their bytes.
const filesName = "files";
const bytesName = "bytes";

/** In IndexedDB: unlike the Cache API it is there on pages without TLS, and nothing in it has an address. */
export function openDeviceStore(): DeviceStore {
  let opening: Promise<IDBDatabase> | null = null;
  const open = () => {
    opening ??= openDatabase();
    // Storage may be blocked now and allowed later.
    opening.catch(() => (opening = null));
    return opening;
  };
  const run = async <Result>(mode: IDBTransactionMode, request: (stores: Stores) => () => Result): Promise<Result> => {
    const transaction = (await open()).transaction([filesName, bytesName], mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the device store broke off"));
    });
    const result = request({ files: transaction.objectStore(filesName), bytes: transaction.objectStore(bytesName) });
    await ended;
    return result();
  };
  const nothing = () => undefined;
  return {
    list: (userId) =>
      run("readonly", ({ files }) => {
        const found: IDBRequest<DeviceFile[]> = files.getAll(keysOf(userId));
        return () => found.result;
      }),
    read: (userId, id) =>
      run("readonly", ({ files, bytes }) => {
        const file: IDBRequest<DeviceFile | undefined> = files.get([userId, id]);
        const blob: IDBRequest<Blob | undefined> = bytes.get([userId, id]);
        return () => (file.result && blob.result ? fileOf(file.result, blob.result) : null);
      }),
    put: (file, blob) =>
      run("readwrite", ({ files, bytes }) => {
        bytes.put(blob, [file.userId, file.id]);
        files.put(file);
        return nothing;
      }),
    describe: (file) =>
      run("readwrite", ({ files }) => {
        files.put(file);
        return nothing;
      }),
    remove: (userId, ids) =>
      run("readwrite", (stores) => {
        for (const store of [stores.files, stores.bytes]) for (const id of ids) store.delete([userId, id]);
        return nothing;
      }),
    removeOthers: (userId) =>
      run("readwrite", ({ files, bytes }) => {
        for (const store of [files, bytes]) {
          if (userId === null) store.clear();
          else for (const range of keysBeside(userId)) store.delete(range);
        }
        return nothing;
      }),
  };
}

type Stores = { readonly files: IDBObjectStore; readonly bytes: IDBObjectStore };

/** All keys `[userId, id]` of a user: in the order of keys an array comes after every text. */
const keysOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

const keysBeside = (userId: string) => {
  const { lower, upper } = keysOf(userId);
  return [IDBKeyRange.upperBound(lower, true), IDBKeyRange.lowerBound(upper, true)];
};

/** Never of a type that a browser would run, whatever was stored. */
function fileOf({ name }: DeviceFile, blob: Blob): File {
  const isKnown = (mediaTypes as readonly string[]).includes(blob.type);
  return new File([blob], name, { type: isKnown ? blob.type : "application/octet-stream" });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(filesName, { keyPath: ["userId", "id"] });
    request.result.createObjectStore(bytesName);
  };
  return idbRequest(request);
}
