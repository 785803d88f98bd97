import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The database that a first visit to the browser host begins with: made, migrated and filled with the sample rows here,
 * because that takes seconds in a browser and loading it does not. The visit moves their dates to that day.
 *
 * @param {string} file
 */
export async function makeSnapshot(file) {
  const { PGlite } = await import("@electric-sql/pglite");
  const { pg_trgm } = await import("@electric-sql/pglite/contrib/pg_trgm");
  const { fillSampleDatabase } = await loadFilling();
  // Segments of 1 MB instead of 16: the directory is kept whole in the visitor's memory and storage.
  const pglite = await PGlite.create({ extensions: { pg_trgm }, initDbStartParams: ["--wal-segsize=1"] });
  await fillSampleDatabase(pglite, new Date().toISOString());
  const shrink = ["update pg_database set datistemplate = false", "drop database template0", "drop database template1"];
  for (const statement of [...shrink, "vacuum analyze", "checkpoint", "select pg_switch_wal()", "checkpoint"])
    await pglite.query(statement);
  const archive = await pglite.dumpDataDir("none");
  writeFileSync(file, new Uint8Array(await archive.arrayBuffer()));
  await pglite.close();
}

/** The API and its migrations are TypeScript and SQL; bundled to one module, Node can read them. */
async function loadFilling() {
  const { build } = await import("esbuild");
  const { nodeBundle } = await import("./bundle.mjs");
  const folder = mkdtempSync(resolve("dist/.snapshot-"));
  try {
    const outfile = join(folder, "filling.mjs");
    await build({ ...nodeBundle(outfile, "hosts/browser/sampleDatabase.ts"), sourcemap: false, splitting: false });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
