import { readFile } from "node:fs/promises";

/**
 * Lets `import sql from "./0001_session.sql"` give the file's text, in Vite and in Vitest.
 * esbuild does the same with its loader `text`, so one line of code serves every bundler.
 *
 * @returns {import("vite").Plugin}
 */
export function sqlAsText() {
  return {
    name: "mizan:sql-as-text",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(".sql")) return null;
      return `export default ${JSON.stringify(await readFile(id, "utf8"))};`;
    },
  };
}
