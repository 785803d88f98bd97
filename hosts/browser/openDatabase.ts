import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Log } from "#api/ports.ts";
import { openBlockStore } from "#hosts/browser/blockStore.ts";
import { type Downloads, fetchBytes } from "#hosts/browser/downloads.ts";
import { type KeptFiles, persistedFiles } from "#hosts/browser/persistedFiles.ts";
import { oneAtATime } from "#hosts/browser/oneAtATime.ts";
import { turnGiver } from "#hosts/browser/yieldToEventLoop.ts";

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

/** On a busy machine the disk takes its time, and a page gives up a sign-in after four seconds (spec 000 §9). */
const keepWaitMaxMs = 500;

/** How long changes that nobody waits for, such as those of a job, may be lost with this worker. */
const unkeptMs = 250;

/** What is kept between two checkpoints. The next start reads it again before it answers, at about 100 MB a second. */
const checkpointBytes = 32 * 1024 * 1024;

/** WebAssembly of nothing. PGlite would fetch the program that makes a new database, which is never made here. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * As in tools/snapshot.mjs. A write is kept whole or not at all, so that no page is ever torn; and a piece of the log
 * that is used again under another name would be kept again. PostgreSQL begins by writing every byte of its buffers, of
 * which it would have 128 MB; and the files that they stand for are in memory too.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...["full_page_writes=off", "wal_recycle=off", "shared_buffers=16MB"].flatMap((setting) => ["-c", setting]),
];

/**
 * PostgreSQL as WebAssembly over blocks in IndexedDB.
 *
 * The first visit begins with a prepared directory, migrated and with the sample rows: making one takes seconds, loading
 * it does not.
 */
export async function openDatabase(downloads: Downloads, log: Log): Promise<OpenDatabase> {
  let isKeeping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = () => {
    if (!isKeeping) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void keepAll();
    }, unkeptMs);
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
    // Nothing else makes one where PostgreSQL is a single process. Before the write, because what the log tells is then in
    // its place, and the log itself is gone.
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

async function startPostgres({ filesystem }: KeptFiles, { program, programFiles }: Downloads): Promise<PGlite> {
  const pglite = await PGlite.create({
    fs: filesystem,
    pgliteWasmModule: await program,
    // All that PGlite asks of it. A real Blob would send the bytes to another process and back.
    fsBundle: { arrayBuffer: () => programFiles } as Blob,
    initdbWasmModule: await WebAssembly.compile(emptyModule),
    startParams,
    // The statement does not wait for IndexedDB; whoever answers a call does, by `keep`.
    relaxedDurability: true,
    extensions: { pg_trgm },
  });
  const execute = pglite.execProtocolStream.bind(pglite);
  const giveWay = turnGiver();
  // Every statement comes by here, also those of a transaction.
  pglite.execProtocolStream = async (message, options) => {
    const messages = await execute(message, options);
    await giveWay();
    return messages;
  };
  return pglite;
}
