import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { copySamples } from "./copySamples.mjs";
import { ensureReady } from "./bootstrap.mjs";
import { isFresh, removeStamp, sourcesWord, writeStamp } from "./buildFingerprint.mjs";

/**
 * A part of the build: its target, its sources, and how to build it. `make` writes into a folder that is moved into
 * place once it is complete, so that an interrupted build leaves the previous one unchanged.
 *
 * @typedef {{ built: string, sources: readonly string[], make: (folder: string) => Promise<void> }} Part
 */

const shared = ["base", "clients", "features", "demos", "package-lock.json", "tools"];

/** @type {Record<"node" | "web" | "browser", Part>} */
const parts = {
  node: { built: "dist/node", sources: [...shared, "api", "database", "hosts/node"], make: makeNode },
  web: { built: "dist/web", sources: [...shared, "web", "hosts/browser"], make: (folder) => makePage("node", folder) },
  browser: {
    built: "dist/browser",
    sources: [...shared, "api", "database", "web", "hosts/browser"],
    make: (folder) => makePage("browser", folder),
  },
};

/**
 * The parts of a host: the Node host is its bundle and the page that it serves; the browser host is one static site.
 *
 * @param {"node" | "browser"} host
 */
export const partsOf = (host) => (host === "node" ? [parts.node, parts.web] : [parts.browser]);

/**
 * Whether every part was built from the current sources.
 *
 * @param {"node" | "browser"} host
 */
export const isBuilt = (host) => partsOf(host).every(({ built, sources }) => isFresh(built, sourcesWord(sources)));

/**
 * Builds the parts whose sources have changed. Throws if a part can't be built.
 *
 * @param {"node" | "browser"} host
 */
export async function buildHost(host) {
  for (const { built, sources, make } of partsOf(host)) {
    // Taken before the build: if a file is changed meanwhile, the next start builds again.
    const word = sourcesWord(sources);
    if (isFresh(built, word)) {
      console.log(`${built} is fresh`);
      continue;
    }
    const start = performance.now();
    const folder = `dist/.making-${process.pid}/${built.slice("dist/".length)}`;
    mkdirSync(folder, { recursive: true });
    try {
      await make(folder);
      removeStamp(built);
      rmSync(built, { recursive: true, force: true });
      renameSync(folder, built);
    } finally {
      rmSync(`dist/.making-${process.pid}`, { recursive: true, force: true });
    }
    writeStamp(built, word);
    console.log(`${built} built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}

/** @param {string} folder */
async function makeNode(folder) {
  const { build } = await import("esbuild");
  const { nodeBundle } = await import("./bundle.mjs");
  await build(nodeBundle(`${folder}/main.mjs`));
  await build(nodeBundle(`${folder}/verifyAudit.mjs`, "hosts/node/verifyAudit.ts"));
  await build(nodeBundle(`${folder}/verifyLedger.mjs`, "hosts/node/verifyLedger.ts"));
  copySamples(folder);
}

/**
 * @param {"node" | "browser"} host
 * @param {string} folder
 */
async function makePage(host, folder) {
  const { build } = await import("vite");
  const { webConfig } = await import("./vite.mjs");
  const { compressFolder } = await import("./compress.mjs");
  const { makeTill } = await import("./till.mjs");
  await build(webConfig(host, resolve(folder)));
  // For tools that measure what a page loads; the page itself does not need it.
  renameSync(`${folder}/.vite/manifest.json`, `${folder}/../../${basename(folder)}.manifest.json`);
  rmSync(`${folder}/.vite`, { recursive: true });
  // A static server answers an unknown path with this page, and the router handles it.
  if (host === "browser") {
    const { makeSnapshot } = await import("./snapshot.mjs");
    copyFileSync(`${folder}/index.html`, `${folder}/404.html`);
    const { makeServiceWorker } = await import("./serviceWorker.mjs");
    await makeSnapshot(`${folder}/snapshot.data`);
    await makeServiceWorker(folder);
  }
  await makeTill(host, folder);
  await compressFolder(folder);
}

if (import.meta.filename === process.argv[1]) {
  await ensureReady();
  const [host = "node"] = process.argv.slice(2);
  if (host !== "node" && host !== "browser") {
    console.error(`There is no host “${host}”. Build “node”, which is the default, or “browser”.`);
    process.exit(2);
  }
  try {
    await buildHost(host);
  } catch (error) {
    // The bundlers' messages say what is wrong and where; their internal stack would hide it.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
