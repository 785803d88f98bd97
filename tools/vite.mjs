import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import variables from "postcss-simple-vars";
import { version } from "./version.mjs";

/** Mantine's own widths, which its documentation asks to repeat for style sheets (mantine.dev/styles/postcss-preset). */
const breakpoints = { xs: "36em", sm: "48em", md: "62em", lg: "75em", xl: "88em" };

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
    plugins: [react()],
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
