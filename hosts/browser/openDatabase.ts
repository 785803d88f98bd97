import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Log } from "#api/ports.ts";
import { openBlockStore } from "#hosts/browser/blockStore.ts";
import { type Downloads, fetchBytes } from "#hosts/browser/downloads.ts";
import { type PersistedFiles, persistedFiles } from "#hosts/browser/persistedFiles.ts";
import { oneAtATime } from "#hosts/browser/oneAtATime.ts";
import { createYield } from "#hosts/browser/yieldToEventLoop.ts";

export type OpenDatabase = {
  readonly pglite: PGlite;
  /** The first visit: the database contains what the site was built with. */
  readonly isNew: boolean;
  /** Nothing is stored before this is called, so that an interrupted first visit leaves nothing incomplete. */
  readonly startKeeping: () => void;
  /**
   * Resolves when every change so far is stored, or failed to be stored, which is logged; after `keepWaitMaxMs` at the
   * latest.
   */
  readonly keep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** On a busy machine the disk is slow, and a page gives up a sign-in after four seconds (spec 000 §9). */
const keepWaitMaxMs = 500;

/** The age of changes that may be lost with this worker if no call waits for them, such as a job's. */
const unsavedMs = 250;

/**
 * The amount written between two checkpoints. The next start reads it before it answers, at about 100 MB per second.
 */
const checkpointBytes = 32 * 1024 * 1024;

/** An empty WebAssembly module. PGlite would fetch the program that creates new databases, which is never used here. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * As in tools/snapshot.mjs. A write is stored as a whole or not at all, so no page is ever torn, and a recycled log
 * segment would be stored again under its new name. PostgreSQL starts by writing every byte of its buffers, 128 MB by
 * default; and the files that they cache are in memory too.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...["full_page_writes=off", "wal_recycle=off", "shared_buffers=16MB"].flatMap((setting) => ["-c", setting]),
];

/**
 * PostgreSQL as WebAssembly over blocks in IndexedDB.
 *
 * The first visit starts with a prepared directory, migrated and with the sample rows: creating it takes seconds,
 * loading it does not.
 */
export async function openDatabase(downloads: Downloads, log: Log): Promise<OpenDatabase> {
  let isKeeping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = () => {
    if (!isKeeping) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void keepAll();
    }, unsavedMs);
  };
  const files = await persistedFiles({
    store: await openBlockStore(),
    loadFirst: () => fetchBytes("/snapshot.data"),
    onStatement: keepSoon,
  });
  const pglite = await startPostgres(files, downloads);
  let sinceCheckpoint = 0;
  const write = oneAtATime(async () => {
    const isMuch = sinceCheckpoint + files.changedBytes() >= checkpointBytes;
    // In single-process mode nothing else starts checkpoints. Before the write, because then the changes in the log are
    // in their files, and the log itself is gone.
    if (isMuch && isKeeping) await pglite.query("checkpoint");
    const bytes = await files.write();
    sinceCheckpoint = isMuch ? 0 : sinceCheckpoint + bytes;
  });
  const keepAll = () => write().catch((error: unknown) => log.error("changes not kept", { error }));
  const keep = () => Promise.race([keepAll(), new Promise<void>((resolve) => setTimeout(resolve, keepWaitMaxMs))]);
  const startKeeping = () => {
    isKeeping = true;
    keepSoon();
  };
  const close = async () => {
    isKeeping = false;
    clearTimeout(timer);
    await keepAll();
    await pglite.close();
  };
  return { pglite, isNew: files.isNew, startKeeping, keep, close };
}

async function startPostgres({ filesystem }: PersistedFiles, { program, programFiles }: Downloads): Promise<PGlite> {
  const pglite = await PGlite.create({
    fs: filesystem,
    pgliteWasmModule: await program,
    // All that PGlite uses of it. A real Blob would send the bytes to another process and back.
    fsBundle: { arrayBuffer: () => programFiles } as Blob,
    initdbWasmModule: await WebAssembly.compile(emptyModule),
    startParams,
    // The statement does not wait for IndexedDB; the call's response does, with `keep`.
    relaxedDurability: true,
    extensions: { pg_trgm },
  });
  const execute = pglite.execProtocolStream.bind(pglite);
  const giveWay = createYield();
  // Every statement passes here, also those of a transaction.
  pglite.execProtocolStream = async (message, options) => {
    const messages = await execute(message, options);
    await giveWay();
    return messages;
  };
  return pglite;
}
