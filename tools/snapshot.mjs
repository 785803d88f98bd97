import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The database that a first visit to the browser host begins with: made and migrated here, because making one takes
 * seconds in a browser and loading it does not. Sample rows are put in at the visit, so that their dates are of that day.
 *
 * @param {string} file
 */
export async function makeSnapshot(file) {
  const { PGlite } = await import("@electric-sql/pglite");
  const { pg_trgm } = await import("@electric-sql/pglite/contrib/pg_trgm");
  const { drizzle } = await import("drizzle-orm/pglite");
  const { migrate, migrations } = await loadMigrations();
  // Segments of 1 MB instead of 16: the directory is kept whole in the visitor's memory and storage.
  const pglite = await PGlite.create({ extensions: { pg_trgm }, initDbStartParams: ["--wal-segsize=1"] });
  await migrate(drizzle(pglite), migrations);
  const shrink = ["update pg_database set datistemplate = false", "drop database template0", "drop database template1"];
  for (const statement of [...shrink, "vacuum analyze", "checkpoint", "select pg_switch_wal()", "checkpoint"])
    await pglite.query(statement);
  const archive = await pglite.dumpDataDir("none");
  writeFileSync(file, new Uint8Array(await archive.arrayBuffer()));
  await pglite.close();
}

/** The migrations are TypeScript and SQL; bundled to one module, Node can read them. */
async function loadMigrations() {
  const { build } = await import("esbuild");
  const { nodeBundle } = await import("./bundle.mjs");
  const folder = mkdtempSync(resolve("dist/.snapshot-"));
  try {
    const outfile = join(folder, "migrations.mjs");
    const contents =
      'export { migrate } from "#database/migrate.ts"; export { migrations } from "#database/migrations.ts";';
    const { entryPoints: _, ...options } = nodeBundle(outfile);
    await build({ ...options, sourcemap: false, stdin: { contents, resolveDir: resolve("."), loader: "ts" } });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
