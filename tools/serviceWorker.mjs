import { build } from "esbuild";
import { loadModule } from "./loadModule.mjs";

/**
 * Builds the browser host's service worker: one small script at the root of the site, so that its scope is the whole
 * site. Of the product it contains only the paths of the operations.
 *
 * @param {string} folder
 */
export async function makeServiceWorker(folder) {
  const { operationPaths } = await loadModule("hosts/browser/operationPaths.ts");
  await build({
    entryPoints: ["hosts/browser/serviceWorker.ts"],
    outfile: `${folder}/service-worker.js`,
    bundle: true,
    format: "iife",
    target: "es2023",
    minify: true,
    define: { __OPERATION_PATHS__: JSON.stringify(operationPaths) },
    logLevel: "warning",
  });
}
