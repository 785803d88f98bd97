import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { loadModule } from "./loadModule.mjs";

/** Templates for new databases, which are never created there: half of the bytes. */
const unneeded = ["update pg_database set datistemplate = false", "drop database template0", "drop database template1"];

/**
 * Descriptions for humans, and statistics of tables that are a page or two. Together with the above, this reduces the
 * download to a tenth.
 */
const unread = ["drop schema information_schema cascade", "delete from pg_description", "delete from pg_statistic"];

/** Pages that keep room for the updates of many clients at once. A browser's database has one client. */
const roomyTables = `
  select format('alter table %s reset (fillfactor)', oid::regclass) as statement from pg_class
  where relkind = 'r' and reloptions::text like '%fillfactor%'`;

/**
 * The database for a first visit to the browser host: created, migrated and filled with the sample rows at build time,
 * because that takes seconds in a browser and loading it does not. The visit moves the dates to its own day.
 *
 * It is cleanly shut down, so that nothing has to be recovered from its log, which is as short as possible.
 *
 * @param {string} file
 */
export async function makeSnapshot(file) {
  const { fillSampleDatabase } = await loadModule("hosts/browser/sampleDatabase.ts");
  const { vipsPictures } = await loadModule("hosts/node/pictures.ts");
  const { sampleReader } = await loadModule("hosts/node/sampleReader.ts");
  const { packArchive } = await loadModule("hosts/browser/fileArchive.ts");
  const folder = mkdtempSync(join(tmpdir(), "mizan-snapshot-"));
  try {
    await makeDatabase(folder, async (pglite) => {
      const ports = { pictures: vipsPictures(), readSample: sampleReader(".") };
      await fillSampleDatabase(pglite, { now: new Date().toISOString(), ...ports });
      for (const statement of unread) await pglite.query(statement);
      const { rows } = await pglite.query(roomyTables);
      for (const { statement } of /** @type {{ statement: string }[]} */ (rows)) await pglite.query(statement);
    });
    writeFileSync(file, packArchive(readFolder(folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const settings = [
  "wal_recycle=off",
  "min_wal_size=2MB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "wal_skip_threshold=0",
];

/**
 * Creates a database folder, and shuts the database down cleanly.
 *
 * @param {string} folder
 * @param {(pglite: import("@electric-sql/pglite").PGlite) => Promise<unknown>} fill
 */
export async function makeDatabase(folder, fill) {
  const { PGlite } = await import("@electric-sql/pglite");
  const { NodeFS } = await import("@electric-sql/pglite/nodefs");
  const { pg_trgm } = await import("@electric-sql/pglite/contrib/pg_trgm");
  const pglite = await PGlite.create({
    fs: new NodeFS(folder),
    extensions: { pg_trgm },
    // Segments of 1 MB instead of 16, of which only the last is left: the visitor's browser holds the whole directory
    // in memory. Rewritten tables and indexes are not written to the log, whose position in each page would make even
    // empty indexes differ.
    initDbStartParams: ["--wal-segsize=1"],
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])],
  });
  await fill(pglite);
  for (const statement of [...unneeded, "vacuum full", "select pg_switch_wal()", "checkpoint"])
    await pglite.query(statement);
  await pglite.close();
}

/** @param {string} folder */
export function readFolder(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const pathOf = (/** @type {import("node:fs").Dirent} */ { parentPath, name }) =>
    relative(folder, join(parentPath, name)).replaceAll("\\", "/");
  const directories = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: pathOf(entry), content: readFileSync(join(entry.parentPath, entry.name)) }));
  return { directories: directories.sort(), files };
}
