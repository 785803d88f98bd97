import { areaFolders } from "./areas.mjs";
import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";

/** @param {string} folder @param {string} names */
const inFolder = (folder, names) => names.split(" ").map((name) => `${folder}/${name}`);

/**
 * Modules of which each screen that loads one loads nearly all others, by the name of their chunk. The bundler would
 * make a chunk of each, many of two hundred bytes; on a slow connection a request costs as much as five kilobytes.
 */
const joined = {
  // What lists and detail pages of records load.
  records: [
    ...inFolder("web/list", "defineList filters listMemory listUrl pageTargets thingsText useListRows widthLimits"),
    "web/records/recordScreens",
  ],
  // What only lists of records load.
  list: [
    ...inFolder("web/list", "ListMessage ListPager OutageBanner Pager RecordList ViewTabs preferences rowIdOf"),
    ...inFolder("web/list", "useExport useList useListPreferences useListState useSelection useViewTotals useViews"),
    "web/records/ListScreen",
  ],
  filters: inFolder("web/list", "FilterChip FilterText RecordNames fetchFilterEditor filterText focusFirst useFilters"),
  search: inFolder("web/list", "CheckMark SearchBox"),
  selection: inFolder("web/list", "selection sortLanguage"),
  cells: ["web/record/formatBps", "web/records/cellText"],
  pictures: [...inFolder("web/files", "FilePicture useFileBlob useFileUrl useObjectUrl"), "web/record/LogoMark"],
  // The buttons of a record's actions.
  actions: [
    ...inFolder("web/record", "MoreActions RecordActionButtons TransitionButtons useInertAtFirst useRecordActions"),
    "web/ui/MoreMenu",
  ],
  recordPage: [
    ...inFolder("web/record", "NeighbourLinks RecordPage RecordTools"),
    "web/list/useNeighbours",
    "web/recentRecords",
  ],
  forms: inFolder("web/record", "DraftNotice RecordFormView SaveBar useDraft useNewerRecord useRecordForm"),
  tabs: inFolder("web/ui", "Tabs scrollDistanceTo"),
  contracts: inFolder("base/records", "describe operations"),
  recordFields: ["base/decisions", "base/richText", ...inFolder("base/records", "fields lifecycle")],
  contactFields: ["base/phoneField", "base/records/contactFields", "base/social"],
  files: inFolder("base", "files tableFormats"),
};

/**
 * What the contracts of most areas load, and what most screens show before they have their data: parts of the shell, as
 * each would be a request of its own.
 */
const partsOfMost = [
  ...inFolder("base", "activity approvals bulk impact"),
  ...inFolder("web/ui", "EmptyState ErrorState SkeletonRows StatusBadge useDelayed"),
  "web/files/withFileMessages",
  "web/layout/loadPart",
  "web/newId",
];

/**
 * A pattern of these modules and their style sheets.
 *
 * @param {readonly string[]} modules Without their endings.
 */
function patternOf(modules) {
  const missing = modules.filter((module) => !existsSync(`${module}.ts`) && !existsSync(`${module}.tsx`));
  if (missing.length > 0) throw new Error(`${missing.join(", ")}: rename it in tools/chunks.mjs as well`);
  return new RegExp(String.raw`/(${modules.join("|")})\.(tsx?|module\.css)$`.replaceAll("/", String.raw`[\\/]`));
}

const ofMost = patternOf(partsOfMost);

/** What date and time fields are made of, but the month, which is loaded when one is opened. */
const partsOfDates = /[\\/]web[\\/]dates[\\/](?!DayLayer)/;
/** Without the modules that these load, some of which belong to others. */
const alone = { includeDependenciesRecursively: false };

/**
 * Which modules share a chunk; the bundler decides about all others.
 *
 * @returns {import("vite").Rolldown.CodeSplittingGroup[]}
 */
export const chunkGroups = () => [
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
  ...Object.entries(joined).map(([name, modules]) => ({ name, test: patternOf(modules), ...alone, priority: 4 })),
  { name: "debounced", test: /use-(debounced-callback|callback-ref)\.mjs$/, ...alone, priority: 4 },
  { name: "activity", test: /[\\/]web[\\/]record[\\/]Activity(Panel|Entry)\./, ...alone, priority: 4 },
  // The bundler would make eight small chunks of these, 8.8 KB with the month instead of 7.5.
  { name: "dates", test: partsOfDates, ...alone, priority: 4 },
  { name: "month", test: /[\\/]web[\\/]calendar[\\/]/, minShareCount: 2, ...alone, priority: 4 },
];

/** What a signed-in user has loaded before any screen. */
export const shellSources = [
  "hosts/browser/page.tsx",
  "web/layout/Frame.tsx",
  "features/platform/home/web/HomeScreen.tsx",
];

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
    const isOfShell = loaded.shell.has(id) || ofMost.test(id);
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
