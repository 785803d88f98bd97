import { existsSync, readdirSync } from "node:fs";
import { ensureReady } from "./bootstrap.mjs";
import { run } from "./run.mjs";

/** Runs one benchmark: `npm run bench:list` and the like. Further arguments are passed on to it. */
await ensureReady();
/** Benchmarks of a screen. */
const screens = new Set(["matrix", "palette", "vitals"]);
const [name = "", ...rest] = process.argv.slice(2);
const source = `benches/${name}.bench.ts`;
if (!existsSync(source)) {
  const names = existsSync("benches")
    ? readdirSync("benches").flatMap((each) => /^(.+)\.bench\.ts$/.exec(each)?.[1] ?? [])
    : [];
  console.error(`There is no bench “${name}”. There is: ${names.join(", ") || "none yet"}.`);
  process.exit(2);
}

const { build } = await import("esbuild");
const { externals, nodeBundle } = await import("./bundle.mjs");
const built = `dist/benches/${name}.mjs`;
const environment = screens.has(name) ? await providePage() : {};
// Bundled like the host, so that the measured code is what runs in production; with the host itself, built from the
// current sources.
await Promise.all([
  build({ ...nodeBundle(built, source), external: [...externals, "@playwright/test"] }),
  build(nodeBundle("dist/benches/main.mjs")),
]);
const { code } = await run(process.execPath, ["--enable-source-maps", built, ...rest], {
  env: { ...process.env, ...environment },
});
process.exitCode = code;

/** The page built from the current sources, and a browser to open it. */
async function providePage() {
  const { buildHost } = await import("./build.mjs");
  const { findChromium } = await import("./chromium.mjs");
  await buildHost("node");
  const { path, env } = await findChromium();
  return { ...env, CHROMIUM: path };
}
