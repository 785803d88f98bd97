import { dirname, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import variables from "postcss-simple-vars";
import { version } from "./version.mjs";

/** Mantine's own widths, which its documentation asks to repeat for style sheets (mantine.dev/styles/postcss-preset). */
const breakpoints = { xs: "36em", sm: "48em", md: "62em", lg: "75em", xl: "88em" };

/** While developing, a path of the page that leads out of the root is asked for by its place on disk; a build resolves it itself. */
const linksOutsideRoot = {
  name: "mizan:links-outside-root",
  /** @type {"serve"} */
  apply: "serve",
  transformIndexHtml: {
    /** @type {"pre"} */
    order: "pre",
    /** @param {string} html @param {{ filename: string }} context */
    handler: (html, { filename }) =>
      html.replaceAll(
        /(href|src)="(\.\.\/[^"]+)"/g,
        (_, name, path) => `${name}="/@fs${resolve(dirname(filename), path)}"`,
      ),
  },
};

/**
 * How the page is built: for the Node host, which serves it beside the API, or for the browser host, which needs no server.
 *
 * @param {"node" | "browser"} host
 * @param {string} outDir
 * @returns {import("vite").InlineConfig}
 */
export function webConfig(host, outDir) {
  return {
    configFile: false,
    root: "hosts/browser",
    define: { __BROWSER_HOST__: JSON.stringify(host === "browser"), __VERSION__: JSON.stringify(version) },
    plugins: [react(), linksOutsideRoot],
    // The sources are in the rooms beside this root.
    server: { fs: { allow: ["../.."] } },
    css: {
      postcss: {
        plugins: [
          mantine(),
          variables({
            variables: Object.fromEntries(
              Object.entries(breakpoints).map(([name, width]) => [`mantine-breakpoint-${name}`, width]),
            ),
          }),
        ],
      },
    },
    // It finds its WebAssembly beside itself, which a copy made ahead of time would lose.
    optimizeDeps: { exclude: ["@electric-sql/pglite"] },
    worker: { format: "es" },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      sourcemap: host === "node",
      reportCompressedSize: false,
      // A file inlined as data: would be refused by the content security policy.
      assetsInlineLimit: 0,
      // PostgreSQL as WebAssembly is that large, and loaded by the worker alone.
      chunkSizeWarningLimit: host === "browser" ? 5000 : 500,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 }],
          },
        },
      },
    },
    logLevel: "warn",
  };
}
