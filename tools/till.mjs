import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";

const source = "hosts/browser/till";
const fonts = ["inter/files/inter-latin-wght-normal.woff2", "vazirmatn/files/vazirmatn-arabic-wght-normal.woff2"];

/**
 * Builds the example till into the `till` folder of a page: one script of its own, so that it shares no file with the app and
 * opens without a connection. In the browser host it opens the app's worker by the script that the app's page loads for it.
 *
 * @param {"node" | "browser"} host
 * @param {string} folder
 */
export async function makeTill(host, folder) {
  const target = `${folder}/till`;
  mkdirSync(target, { recursive: true });
  const opener = host === "browser" ? workerOpenerOf(`${folder}/index.html`) : null;
  await build({
    entryPoints: { till: `${source}/main.ts`, serviceWorker: `${source}/serviceWorker.ts` },
    outdir: target,
    bundle: true,
    format: "esm",
    target: "es2023",
    minify: true,
    define: { __WORKER_OPENER__: JSON.stringify(opener) },
    external: opener === null ? [] : [opener],
    logLevel: "warning",
  });
  for (const name of ["index.html", "till.css"]) copyFileSync(`${source}/${name}`, `${target}/${name}`);
  for (const name of fonts) copyFileSync(`node_modules/@fontsource-variable/${name}`, `${target}/${basename(name)}`);
}

/** @param {string} page */
function workerOpenerOf(page) {
  const [, src] = /<script [^>]*\basync\b[^>]*src="(\/assets\/[^"]+)"/.exec(readFileSync(page, "utf8")) ?? [];
  if (src === undefined) throw new Error(`${page} has no script that opens the worker`);
  return src;
}
