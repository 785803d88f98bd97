import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { type BlockStore, storedFolder } from "#hosts/browser/blockStore.ts";
import { packArchive } from "#hosts/browser/fileArchive.ts";
import type { FileTree } from "#hosts/browser/trackedFiles.ts";
import { persistedFiles } from "#hosts/browser/persistedFiles.ts";
import { makeDatabase, readFolder } from "#tools/snapshot.mjs";

/** A replacement for IndexedDB, which can be full. */
function storeInMemory() {
  let base: { tree: FileTree; bytes: ArrayBuffer } | null = null;
  let tree: FileTree | null = null;
  const blocks = new Map<string, { file: number; block: number; content: Uint8Array }>();
  const full = { isFull: false };
  const store: BlockStore = {
    read: async () => base && tree && storedFolder({ ...base, bytes: base.bytes.slice(0) }, tree, [...blocks.values()]),
    writeAll: async (folder) => {
      if (full.isFull) throw new Error("no room");
      tree = folder.tree;
      base = { tree, bytes: Uint8Array.from(Buffer.concat(folder.contents)).buffer };
      blocks.clear();
    },
    write: async (changes) => {
      if (full.isFull) throw new Error("no room");
      tree = changes.tree ?? tree;
      for (const [key, { file }] of blocks) if (changes.removed.includes(file)) blocks.delete(key);
      for (const each of changes.blocks) blocks.set(`${each.file}:${each.block}`, each);
    },
    close: () => {},
  };
  return { store, full };
}

async function firstArchive(): Promise<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), "mizan-kept-"));
  try {
    await makeDatabase(folder, (pglite) =>
      pglite.exec(`
        create table letters (id int primary key, text text not null);
        insert into letters select number, 'as it was built' from generate_series(1, 20000) number;
        -- Their indexes are equal files.
        create table coins (id int primary key);
        create table stamps (id int primary key);`),
    );
    return packArchive(readFolder(folder)).buffer;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const statements = [
  "insert into coins values (1), (2)",
  "insert into stamps values (2), (3), (4)",
  "update letters set text = repeat('longer ', 20) where id % 7 = 0",
  "create table notes (id int primary key, at int)",
  "create index notes_at on notes (at)",
  "insert into notes select number, number % 1000 from generate_series(1, 50000) number",
  "checkpoint",
  "delete from notes where id > 40000",
  // Files that get shorter, that are deleted, and that replace another.
  "vacuum notes",
  "insert into notes select number, 7 from generate_series(60000, 70000) number",
  "vacuum full letters",
  "create table gone as select * from letters",
  "truncate gone",
  "drop table gone",
  "select pg_switch_wal()",
  "checkpoint",
  "update notes set at = -1 where id = 5",
];
const look = `
  select (select sum(id) from coins where id > 0) as coins, (select sum(id) from stamps where id > 0) as stamps,
         (select count(*) from letters) as letters, (select sum(length(text)) from letters) as characters,
         (select count(*) from notes) as notes, (select sum(at) from notes) as sum,
         (select count(*) from notes where at = 7) as sevens, (select max(id) from notes where at = -1) as last`;

test("a visit finds what the last one stored, and a small change stores little", async () => {
  const { store, full } = storeInMemory();
  const archive = await firstArchive();
  const visit = async () => {
    const files = await persistedFiles({ store, loadFirst: async () => archive.slice(0), onStatement: () => {} });
    return { files, pglite: await PGlite.create({ fs: files.filesystem }) };
  };
  const first = await visit();
  expect(first.files.isNew).toBe(true);
  for (const [index, statement] of statements.entries()) {
    await first.pglite.query(statement);
    if (index % 3 === 0) await first.files.write();
  }
  await first.files.write();
  const { rows: before } = await first.pglite.query(look);

  // The browser ended the worker without a shutdown.
  const second = await visit();
  expect(second.files.isNew).toBe(false);
  expect((await second.pglite.query(look)).rows).toEqual(before);
  await second.files.write();
  await second.pglite.query("update letters set text = 'changed' where id = 3");
  expect(await second.files.write()).toBeLessThan(1024 * 1024);

  // Changes that could not be stored are stored the next time.
  await second.pglite.query("update letters set text = 'changed again' where id = 4");
  full.isFull = true;
  await expect(second.files.write()).rejects.toThrow("no room");
  full.isFull = false;
  await second.files.write();
  const third = await visit();
  const { rows } = await third.pglite.query("select text from letters where id in (3, 4) order by id");
  expect(rows).toEqual([{ text: "changed" }, { text: "changed again" }]);
}, 120_000);
