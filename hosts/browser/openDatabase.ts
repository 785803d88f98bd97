import { IdbFs, PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import filesUrl from "@electric-sql/pglite/pglite.data?url";
import programUrl from "@electric-sql/pglite/pglite.wasm?url";
import type { Log } from "#api/ports.ts";
import { oneAtATime } from "#hosts/browser/oneAtATime.ts";
import { settled } from "#hosts/browser/settled.ts";
import { databaseName } from "#hosts/browser/wire.ts";

export type OpenDatabase = {
  readonly pglite: PGlite;
  /** Nobody has been here before: what is in it is what the site was built with. */
  readonly isNew: boolean;
  /** Until then nothing is kept: a first visit that is broken off leaves nothing half-made. */
  readonly startKeeping: () => void;
  /** Resolves when every change made so far is kept, or cannot be, which is logged; after `keepWaitMaxMs` at the latest. */
  readonly keep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Where Emscripten's IDBFS keeps what PGlite mounts there, and in which store. */
export const pagesDatabaseName = `/pglite/${databaseName}`;
const filesStore = "FILE_DATA";

/** The copy of a first visit takes seconds on a busy machine, and a page gives up a sign-in after four (spec 000 §9). */
const keepWaitMaxMs = 500;

/** How long changes that nobody waits for, such as those of a job, may be lost with this worker. */
const unkeptMs = 250;

/**
 * PostgreSQL as WebAssembly over pages in IndexedDB.
 *
 * The first visit begins with a prepared directory, migrated and with the sample rows: making one takes seconds, loading
 * it does not.
 */
export async function openDatabase(log: Log): Promise<OpenDatabase> {
  // All at once; left alone, PGlite fetches one after another, and compiles a copy of the answer, which the browser
  // cannot keep compiled for the next visit.
  const [pgliteWasmModule, fsBundle, loadDataDir] = await Promise.all([
    WebAssembly.compileStreaming(fetch(programUrl)),
    fetchBlob(filesUrl),
    isKnown().then((known) => (known ? undefined : fetchBlob("/snapshot.tar"))),
  ]);
  const { files, startKeeping, keep, stopKeeping } = keptFiles(log);
  const pglite = await PGlite.create({
    fs: files,
    pgliteWasmModule,
    fsBundle,
    // The statement does not wait for IndexedDB; whoever answers a call does, by `keep`.
    relaxedDurability: true,
    extensions: { pg_trgm },
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
  });
  const close = async () => {
    await stopKeeping();
    await pglite.close();
  };
  return { pglite, isNew: loadDataDir !== undefined, startKeeping, keep, close };
}

/** Whether an earlier visit has left its files: one that was broken off leaves an empty database. */
async function isKnown(): Promise<boolean> {
  if (!(await indexedDB.databases()).some(({ name }) => name === pagesDatabaseName)) return false;
  const opened = await settled(indexedDB.open(pagesDatabaseName));
  try {
    const hasFiles = opened.objectStoreNames.contains(filesStore);
    return hasFiles && (await settled(opened.transaction(filesStore).objectStore(filesStore).count())) > 0;
  } finally {
    opened.close();
  }
}

async function fetchBlob(path: string): Promise<Blob> {
  const response = await fetch(new URL(path, self.location.origin));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.blob();
}

/**
 * PGlite's own files find out after every statement which of a thousand have changed. These do so when a call has ended,
 * or `unkeptMs` after a change that no call waits for.
 */
function keptFiles(log: Log) {
  const files = new IdbFs(databaseName);
  const write = oneAtATime(files.syncToFs.bind(files));
  const keepAll = () => write().catch((error: unknown) => log.error("changes not kept", { error }));
  const keep = () => Promise.race([keepAll(), new Promise<void>((resolve) => setTimeout(resolve, keepWaitMaxMs))]);
  let isKeeping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = async () => {
    if (!isKeeping) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void keepAll();
    }, unkeptMs);
  };
  files.syncToFs = keepSoon;
  const startKeeping = () => {
    isKeeping = true;
    void keepSoon();
  };
  const stopKeeping = async () => {
    isKeeping = false;
    clearTimeout(timer);
    await keepAll();
  };
  return { files, startKeeping, keep, stopKeeping };
}
