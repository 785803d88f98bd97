import { areaFolders } from "./areas.mjs";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import variables from "postcss-simple-vars";
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
      shellAhead,
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

/** What lists and detail pages of records load. */
const partsOfRecords =
  /[\\/]web[\\/]list[\\/](listUrl|defineList|useListRows|filters|pageTargets|listMemory|thingsText)\.ts$/;
/** What only lists of records load. */
const partsOfLists =
  /[\\/]web[\\/]list[\\/](RecordList|ViewTabs|deviceList|preferences|useExport|useList|useListPreferences|useListState|useSelection|useViewTotals|useViews)\.tsx?$/;
/** What most screens show before they have their data, and use to load the rest. */
const partsOfScreens =
  /[\\/]web[\\/](newId|layout[\\/]loadPart|files[\\/]withFileMessages|ui[\\/](SkeletonRows|ErrorState|EmptyState|useInertAtFirst))\.tsx?$/;
/** What the contracts of nearly all areas load. */
const partsOfContracts = /[\\/]base[\\/](activity|approvals|bulk|impact)\.ts$/;
/** What date and time fields are made of, but the month, which is loaded when one is opened. */
const partsOfDates = /[\\/]web[\\/]dates[\\/](?!DayLayer)/;
/** Without the modules that these load, some of which belong to others. */
const alone = { includeDependenciesRecursively: false };

/**
 * Which modules share a chunk; the bundler decides about all others.
 *
 * @returns {import("vite").Rolldown.CodeSplittingGroup[]}
 */
const chunkGroups = () => [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
  { name: startChunk(), debugName: "start", minShareCount: 2, priority: 10 },
  // The package code that the entry shares with others, which the bundler would split into nine small chunks.
  { name: "start", test: /node_modules/, tags: ["$initial"], minShareCount: 2, priority: 9 },
  { name: shellIcons(), debugName: "shellIcons", priority: 8 },
  { name: shellChunk({ isOfBareScreens: true }), debugName: "screens", minShareCount: 2, priority: 7 },
  { name: shellChunk({ isOfBareScreens: false }), debugName: "shell", minShareCount: 2, priority: 6 },
  // What menus are made of, which the bundler would split into six small chunks.
  { name: menuPackages(), debugName: "menuPackages", minShareCount: 2, priority: 6 },
  // Together with zod, which every contract uses.
  { name: "fields", test: /[\\/]base[\\/]fields\.ts$/, priority: 6 },
  // Icons that neither the first page nor the shell shows. A chunk for each would cost a request for 200 bytes, and a
  // name in the first script.
  { name: "icons", test: /node_modules[\\/]@tabler/, minShareCount: 10, priority: 5 },
  // The bundler would make thirty small chunks of these.
  { name: "records", test: partsOfRecords, minShareCount: 30, ...alone, priority: 5 },
  { name: "list", test: partsOfLists, minShareCount: 2, ...alone, priority: 4 },
  { name: "common", test: partsOfScreens, minShareCount: 2, ...alone, priority: 4 },
  { name: "activity", test: /[\\/]web[\\/]record[\\/]Activity(Panel|Entry)\./, ...alone, priority: 4 },
  // The bundler would make eight small chunks of these, 8.8 KB with the month instead of 7.5.
  { name: "dates", test: partsOfDates, ...alone, priority: 4 },
  { name: "month", test: /[\\/]web[\\/]calendar[\\/]/, minShareCount: 2, ...alone, priority: 4 },
];

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

/** What a signed-in user has loaded before any screen. */
const shellSources = ["hosts/browser/page.tsx", "web/layout/Frame.tsx", "features/platform/home/web/HomeScreen.tsx"];

/**
 * Names the shell's files to `boot.js`, which requests them for users with a token. Otherwise the page's first script
 * would only request them when it has run.
 *
 * @type {import("vite").Plugin}
 */
const shellAhead = {
  name: "mizan:shell-ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const frame = resolve("web/layout/Frame.tsx");
      const names = new Set(
        chunks.filter(({ moduleIds }) => moduleIds.includes(frame)).map(({ fileName }) => fileName),
      );
      for (const name of names) {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk") continue;
        for (const each of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) names.add(each);
      }
      const files = [...names].filter((name) => !html.includes(name)).map((name) => `/${name}`);
      if (files.length === 0) throw new Error("the shell is no chunk of the build");
      return html.replace('src="/boot.js"', `src="/boot.js" data-shell="${files.join(" ")}"`);
    },
  },
};

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

/** The sources of the first page, besides packages. */
export const firstSources = ["hosts/browser/page.tsx", "features/access/session/web/LoginScreen.tsx"];

/**
 * Names one chunk for all modules that the first page loads and others share, with their package code. By default the
 * bundler makes forty chunks, some of two hundred bytes, each a request with its own compression dictionary: 161 KB
 * instead of 151. Follows only our own files, because a package's barrel leads to the whole package.
 *
 * @returns {(id: string, context: Modules) => string | null}
 */
function startChunk() {
  /** @type {Set<string> | null} */
  let loaded = null;
  return (id, modules) => {
    loaded ??= loadedBy(
      firstSources.map((source) => resolve(source)),
      modules,
    );
    return loaded.has(id) ? "start" : null;
  };
}

/**
 * Names two chunks for modules that the shell loads after the first page and others share: those that bare screens load
 * too, for users who never open the shell, and the rest. By default the bundler makes fifty chunks: 77 KB instead of
 * 72.
 *
 * @param {{ isOfBareScreens: boolean }} wanted
 * @returns {(id: string, context: Modules) => string | null}
 */
function shellChunk({ isOfBareScreens }) {
  /** @type {{ shell: Set<string>, bare: Set<string> } | null} */
  let loaded = null;
  return (id, modules) => {
    // Their use of these packages is not visible here, as it goes through a barrel.
    if (isOfBareScreens && sharedPackages.test(id)) return "screens";
    loaded ??= {
      shell: loadedBy(
        shellSources.map((source) => resolve(source)),
        modules,
      ),
      bare: loadedBy(
        bareSources().map((source) => resolve(source)),
        modules,
      ),
    };
    const isOfShell = loaded.shell.has(id) || partsOfContracts.test(id);
    if (!isOfShell || loaded.bare.has(id) !== isOfBareScreens) return null;
    return isOfBareScreens ? "screens" : "shell";
  };
}

/** Packages that every screen uses. */
const sharedPackages = /node_modules[\\/]@tanstack[\\/](react-router|react-query|query-core)[\\/]/;

/** The screens without the frame, as the features' routes name them. */
export function bareSources() {
  const routes = areaFolders()
    .map((area) => `${area}/web/routes.tsx`)
    .filter((path) => existsSync(path));
  return routes.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const found = [...text.matchAll(/frame: "bare",\s*load: \(\) =>\s*import\("#([^"]+)"\)/g)];
    if (found.length < text.split('frame: "bare"').length - 1)
      throw new Error(`${path}: a bare route is written as \`frame: "bare", load: () => import(…)\``);
    return found.map(([, source = ""]) => source);
  });
}

/**
 * Names one chunk for the icons that the shell shows and the first page does not.
 *
 * @returns {(id: string, context: Modules) => string | null}
 */
function shellIcons() {
  /** @type {Set<string> | null} */
  let loaded = null;
  return (id, modules) => {
    if (!id.includes("@tabler")) return null;
    loaded ??= loadedBy(
      shellSources.map((source) => resolve(source)),
      modules,
    );
    return loaded.has(id) ? "shellIcons" : null;
  };
}

/** The shell's menus, loaded when the browser is idle or one is opened. */
export const menuSources = ["web/layout/UserMenuLayer.tsx", "web/layout/ShortcutsLayer.tsx"];

/**
 * Names one chunk for the package code of menus, which most screens have.
 *
 * @returns {(id: string, context: Modules) => string | null}
 */
function menuPackages() {
  /** @type {Set<string> | null} */
  let loaded = null;
  return (id, modules) => {
    loaded ??= loadedBy(
      menuSources.map((source) => resolve(source)),
      modules,
      { packages: true },
    );
    return id.includes("node_modules") && loaded.has(id) ? "menuPackages" : null;
  };
}

/** @typedef {{ getModuleInfo: (id: string) => { importedIds: readonly string[], code: string | null } | null }} Modules */

/** Files that name everything of their package or folder; of these, only what others import by name counts as loaded. */
const barrels = /[\\/](icons\.ts|@mantine[\\/](core|hooks)[\\/]esm[\\/]index\.mjs)$/;

/**
 * The modules that these load at once: our own files and icons, and with `packages` those of Mantine and of what it
 * floats menus with.
 *
 * @param {readonly string[]} ids @param {Modules} modules @param {{ packages?: boolean }} [options]
 */
function loadedBy(ids, modules, { packages = false } = {}) {
  const loaded = new Set(ids);
  const offered = new Set();
  const named = new Set();
  const isFollowed = (/** @type {string} */ id) =>
    !id.includes("node_modules") || (packages && /@mantine|@floating-ui/.test(id));
  for (const id of loaded) {
    const { importedIds = [], code = "" } = modules.getModuleInfo(id) ?? {};
    if (barrels.test(id)) for (const each of importedIds) offered.add(each);
    else {
      for (const each of importedIds) if (isFollowed(each)) loaded.add(each);
      for (const [, list = ""] of code?.matchAll(/\bimport\s*\{([^}]*)\}/g) ?? [])
        for (const name of list.split(",")) named.add(name.trim().split(" ")[0]);
    }
    // Also what was offered or named before the other was known.
    for (const each of offered)
      if (named.has(exportedBy(each)) && (packages || each.includes("@tabler"))) loaded.add(each);
  }
  return loaded;
}

/** @param {string} id Of a module that exports what its file is called after. */
const exportedBy = (id) => basename(id, ".mjs").replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
