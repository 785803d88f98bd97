import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Loads a source of the product. The API and its migrations are TypeScript and SQL; bundled to one module, Node can read
 * them.
 *
 * @param {string} entry
 */
export async function loadModule(entry) {
  const { build } = await import("esbuild");
  const { nodeBundle } = await import("./bundle.mjs");
  const folder = mkdtempSync(resolve("dist/.loaded-"));
  try {
    const outfile = join(folder, "loaded.mjs");
    await build({ ...nodeBundle(outfile, entry), sourcemap: false, splitting: false });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
