import { basename, dirname, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import variables from "postcss-simple-vars";
import { chunkGroups, shellSources } from "./chunks.mjs";
import { smallerFonts } from "./fonts.mjs";
import { version } from "./version.mjs";

/**
 * Mantine's own widths, which its documentation says to repeat for style sheets (mantine.dev/styles/postcss-preset).
 */
const breakpoints = { xs: "36em", sm: "48em", md: "62em", lg: "75em", xl: "88em" };

/**
 * In development, a path that leads out of the page's root must be requested by its path on disk; a build resolves it
 * itself.
 */
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
 * Parts of Mantine that the application does not use, which the bundler can't see: those of its provider that are turned
 * off, because their style elements are refused by Trusted Types (web/theme.css declares what they would), and parts of
 * its menus, which refer to all of them.
 */
const unusedParts =
  /[\\/](MantineCssVariables|MantineClasses|MenuSearch|MenuSub|MenuContextMenu|MenuCheckboxGroup|PopoverContextMenu)\.mjs$/;

/** @type {import("vite").Plugin} */
const withoutUnusedParts = {
  name: "mizan:without-unused-parts",
  apply: "build",
  load: {
    filter: { id: unusedParts },
    handler: (id) => `export const ${unusedParts.exec(id)?.[1] ?? ""} = () => null;`,
  },
};

/**
 * The build of the page: for the Node host, which serves it with the API, or for the browser host, which needs no
 * server.
 *
 * @param {"node" | "browser"} host
 * @param {string} outDir
 * @returns {import("vite").InlineConfig}
 */
export function webConfig(host, outDir) {
  const preloads = preloadsOfScreens();
  return {
    configFile: false,
    root: "hosts/browser",
    define: { __BROWSER_HOST__: JSON.stringify(host === "browser"), __VERSION__: JSON.stringify(version) },
    plugins: [
      react(),
      linksOutsideRoot,
      withoutUnusedParts,
      preloads.plugin,
      requestedAhead(host),
      smallerFonts,
      ...(host === "browser" ? [workerFirst] : []),
    ],
    // The sources are in folders next to this root.
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
    // It expects its WebAssembly next to itself, and pre-bundling would move it away.
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
      modulePreload: { resolveDependencies: preloads.resolve },
      // PostgreSQL as WebAssembly is that large, and only the worker loads it.
      chunkSizeWarningLimit: host === "browser" ? 5000 : 500,
      rolldownOptions: {
        // It was compiled by Emscripten, uses eval, and loads Node's modules only in Node.
        onLog: (level, log, show) => void (JSON.stringify(log).includes("@electric-sql/pglite") || show(level, log)),
        output: {
          // The first script lists the chunks of each screen by name. A name that is only the shortest hash that the
          // bundler makes saves three kilobytes in every first load; the manifest has the full names, and 42 bits still
          // distinguish two builds of a file.
          chunkFileNames: "assets/[hash:7].js",
          assetFileNames: ({ names: [name = ""] }) =>
            `assets/${name.endsWith(".css") ? "" : "[name]-"}[hash:7][extname]`,
          codeSplitting: { groups: chunkGroups() },
        },
      },
    },
    logLevel: "warn",
  };
}

const workerOpener = resolve("hosts/browser/openWorker.ts");

/**
 * Starts the browser host's worker from the head of the page. Started by the page's own script it would wait until
 * everything that the page imports is loaded, and only then load four times as much.
 *
 * @type {import("vite").Plugin}
 */
const workerFirst = {
  name: "mizan:worker-first",
  apply: "build",
  buildStart() {
    this.emitFile({ type: "chunk", id: workerOpener, name: "openWorker", preserveSignature: "allow-extension" });
  },
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) => {
      const opener = Object.values(bundle).find(
        (chunk) => "facadeModuleId" in chunk && chunk.facadeModuleId === workerOpener,
      );
      if (opener === undefined) throw new Error(`${workerOpener} is no chunk of the build`);
      const attrs = { type: "module", async: true, crossorigin: true, src: `/${opener.fileName}` };
      return [{ tag: "script", attrs, injectTo: "head-prepend" }];
    },
  },
};

/** What a user with a token, or a guest, needs before the first screen; and in each language. */
const filesAhead = {
  user: [
    "web/layout/Frame.tsx",
    "web/layout/layouts/loadLayout.ts",
    "web/settings/applySettings.ts",
    "features/access/session/contract.ts",
  ],
  guest: ["features/access/session/web/LoginScreen.tsx"],
  ...Object.fromEntries(
    ["en", "ar"].flatMap((language) => [
      [`user-${language}`, [`web/messages.${language}.json`, `web/layout/messages.${language}.json`]],
      [`guest-${language}`, [`web/messages.${language}.json`, `features/access/session/web/messages.${language}.json`]],
    ]),
  ),
};

/**
 * Names files to `boot.js`, which requests them at once. Otherwise the page's first script would only request them when
 * it has run.
 *
 * @param {"node" | "browser"} host
 * @returns {import("vite").Plugin}
 */
const requestedAhead = (host) => ({
  name: "mizan:requested-ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const filesOf = (/** @type {readonly string[]} */ sources) => {
        const names = new Set(
          sources.map((source) => {
            const id = resolve(source);
            const chunk =
              chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
              chunks.find(({ moduleIds }) => moduleIds.includes(id));
            if (chunk === undefined) throw new Error(`${source} is in no chunk of the build`);
            return chunk.fileName;
          }),
        );
        for (const name of names) {
          const chunk = bundle[name];
          if (chunk?.type !== "chunk") continue;
          for (const each of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) names.add(each);
        }
        return [...names].filter((name) => !html.includes(name)).map((name) => basename(name));
      };
      const files = Object.entries(filesAhead).map(([name, sources]) => [name, filesOf(sources).join(" ")]);
      const text = JSON.stringify({ host, ...Object.fromEntries(files) });
      return html.replace('src="/boot.js"', `src="/boot.js" data-ahead='${text}'`);
    },
  },
});

/**
 * A screen's scripts are requested in parallel, from a list in the page's first script. Those that the shell has loaded
 * are removed from it: they were more than half of the list, which was a tenth of a first visit's download. Style
 * sheets stay, as a page without the shell has not loaded them.
 */
function preloadsOfScreens() {
  /** @type {Set<string>} */
  const loaded = new Set();
  return {
    plugin: {
      name: "mizan:preloads-of-screens",
      generateBundle: {
        /** @type {"pre"} */
        order: "pre",
        /** @param {unknown} _ @param {Record<string, Made>} bundle */
        handler(_, bundle) {
          const sources = new Set(shellSources.map((source) => resolve(source)));
          const isOfShell = (/** @type {Made} */ { moduleIds = [] }) => moduleIds.some((id) => sources.has(id));
          for (const chunk of Object.values(bundle)) if (isOfShell(chunk)) loaded.add(chunk.fileName);
          for (const name of loaded) for (const imported of bundle[name]?.imports ?? []) loaded.add(imported);
        },
      },
    },
    /** @param {string} _ @param {string[]} names @param {{ hostType: "html" | "js" }} host */
    resolve: (_, names, { hostType }) => (hostType === "html" ? names : names.filter((name) => !loaded.has(name))),
  };
}

/** @typedef {{ fileName: string, moduleIds?: string[], imports?: string[] }} Made */
