import { sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";
import type { Files } from "#api/ports.ts";

// The files of sample records are part of the database for a first visit: a few kilobytes, which are available offline
// like everything else. Uploads go to the file store.

/** A temporary store while the sample rows are created; `keep` then writes its contents to the database. */
export function gatheredFiles(): { readonly files: Files; readonly keep: (db: Db) => Promise<void> } {
  const bytesByKey = new Map<string, Uint8Array>();
  const files: Files = {
    put: async (key, bytes) => void bytesByKey.set(key, bytes),
    get: async (key) => bytesByKey.get(key) ?? null,
    remove: async (key) => void bytesByKey.delete(key),
  };
  const keep = async (db: Db) => {
    await makeSampleFiles(db);
    for (const [key, bytes] of bytesByKey) await db.execute(sql`insert into sample_files values (${key}, ${bytes})`);
  };
  return { files, keep };
}

/** Creates their table. Databases from builds without sample files do not have it, and it is queried all the same. */
export async function makeSampleFiles(db: Db): Promise<void> {
  await db.execute(sql`create table if not exists sample_files (key text primary key, bytes bytea not null)`);
}

/** Uploaded files from their store, and the rest from the sample files. Do not read inside a transaction. */
export const withSampleFiles = (db: Db, files: Files): Files => ({
  put: files.put,
  get: async (key) => (await files.get(key)) ?? readSample(db, key),
  remove: async (key) => {
    await files.remove(key);
    await db.execute(sql`delete from sample_files where key = ${key}`);
  },
});

async function readSample(db: Db, key: string): Promise<Uint8Array | null> {
  const found = await db.execute(sql`select bytes from sample_files where key = ${key}`);
  return (found as { rows: { bytes: Uint8Array }[] }).rows[0]?.bytes ?? null;
}
