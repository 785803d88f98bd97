import { areaFolders, areaPattern, slicePattern } from "#tools/areas.mjs";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bareSources, firstSources, menuSources } from "#tools/chunks.mjs";
import { chunksInCircles, gzippedBytes, type Manifest, ownScripts, scriptsFor, stylesFor } from "#tools/firstLoad.ts";

/**
 * The most that a visitor may have to load, in KB (1024 bytes) of gzipped scripts (issue 2 §8): `route` after the shell,
 * which has loaded its menus when the browser was idle; `direct` with all that a signed-in user needs who opens a screen
 * by its address.
 */
const budgetsKb = { login: 165, shell: 232, route: 40, direct: 275 };
/** The same for style sheets, and for the code of some parts of the shell alone (shell.md 8). */
const stylesKb = { login: 22, shell: 25 };
const lazyParts = [
  ["web/layout/CommandPalette.tsx", 6],
  ["web/layout/settings/SettingsPanel.tsx", 8],
  ["web/dates/DayLayer.tsx", 8],
] as const;
/** All code of date and time fields, which the first form with one loads, and of the month that opens from it. */
const dateChunks = ["dates", "dayPhrases", "month", "DayLayer"];
const datesKb = 8;
const livePart = ["features/platform/live/web/LiveUpdates.tsx", 4] as const;

const folder = "dist/web";
const manifest: Manifest = JSON.parse(readFileSync("dist/web.manifest.json", "utf8"));

// The page itself is the entry, which is included anyway.
const loginSources = [...firstSources.slice(1), "web/messages.en.json", "features/access/session/web/messages.en.json"];
const frameSources = [
  "web/layout/Frame.tsx",
  // Loaded when the token is checked, together with zod: no screen opens without it.
  "features/access/session/contract.ts",
];
const homeSources = [
  ...frameSources,
  "features/platform/home/web/HomeScreen.tsx",
  "features/platform/home/web/messages.en.json",
];

const login = scriptsFor(manifest, loginSources);
// Users reach the shell through the login page, so both count.
const shell = scriptsFor(manifest, [...loginSources, ...homeSources]);
const idle = scriptsFor(manifest, [...loginSources, ...homeSources, ...menuSources]);
const kilobytes = (scripts: Iterable<string>) => gzippedBytes(folder, scripts) / 1024;

test("no chunks import each other", () => {
  expect(chunksInCircles(manifest)).toEqual([]);
});

test("the login page stays within its budget", () => {
  expect(kilobytes(login)).toBeLessThanOrEqual(budgetsKb.login);
});

test("the shell with the home screen stays within its budget", () => {
  expect(kilobytes(shell)).toBeLessThanOrEqual(budgetsKb.shell);
});

test("the style sheets stay within their budgets", () => {
  expect(kilobytes(stylesFor(manifest, loginSources))).toBeLessThanOrEqual(stylesKb.login);
  expect(kilobytes(stylesFor(manifest, [...loginSources, ...homeSources]))).toBeLessThanOrEqual(stylesKb.shell);
});

test.each([...lazyParts, livePart])("%s stays within its budget", (source, limitKb) => {
  const own = ownScripts(manifest, source);
  expect(own).not.toEqual([]);
  expect(kilobytes(own)).toBeLessThanOrEqual(limitKb);
});

test.each(lazyParts)("%s is loaded when it is opened, and not with the shell", (source) => {
  expect(ownScripts(manifest, source).filter((script) => shell.has(script))).toEqual([]);
});

test("date fields and their month stay within their budget together, and are not loaded with the shell", () => {
  const own = Object.keys(manifest).filter((key) => dateChunks.includes(manifest[key]?.name ?? ""));
  expect(own.map((key) => manifest[key]!.name).sort()).toEqual(dateChunks.toSorted());
  const ownFiles = own.flatMap((key) => manifest[key]?.file ?? []);
  expect(ownFiles.filter((script) => idle.has(script))).toEqual([]);
  expect(kilobytes(ownFiles)).toBeLessThanOrEqual(datesKb);
  // All else that they load belongs to other fields and layers as well.
  const importers = (key: string) => Object.keys(manifest).filter((each) => manifest[each]?.imports?.includes(key));
  const imported = own.flatMap((key) => manifest[key]?.imports ?? []).filter((key) => !own.includes(key));
  const isForDates = (key: string) => importers(key).every((importer) => own.includes(importer));
  expect(imported.filter(isForDates)).toEqual([]);
});

const routes = Object.keys(manifest).flatMap(
  (key) => new RegExp(`${slicePattern}/web/(?:\\w+Screen|screens)\\.tsx$`).exec(key)?.[0] ?? [],
);
/** The shared parts of all record screens: the list and the record page. */
const recordParts = ["web/records/ListScreen.tsx", "web/records/RecordScreen.tsx"];
const loads = routes.flatMap((screen) =>
  screen.endsWith("/screens.tsx")
    ? recordParts.map((part) => ({ name: `${screen} with ${part}`, screen, parts: [part] }))
    : [{ name: screen, screen, parts: [] }],
);

test("every screen is loaded when it is opened, and not before", () => {
  expect(routes.length).toBeGreaterThan(3);
});

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

test.each(loads)("$name stays within its budget", ({ screen, parts }) => {
  const [slice = ""] = new RegExp(`^${areaPattern}`).exec(screen) ?? [];
  const besides = [
    `${slice}/contract.ts`,
    `${slice}/web/screenRoutes.ts`,
    // A sub-slice with messages of its own loads those alone.
    `${existsSync(`${folderOf(screen)}/messages.en.json`) ? folderOf(screen) : `${slice}/web`}/messages.en.json`,
  ].filter((source) => `../../${source}` in manifest);
  const sources = [screen, ...parts, ...besides];
  const added = [...scriptsFor(manifest, sources)].filter((script) => !idle.has(script));
  expect(kilobytes(added)).toBeLessThanOrEqual(budgetsKb.route);
  const direct = scriptsFor(manifest, ["web/messages.en.json", ...frameSources, ...sources]);
  expect(kilobytes(direct)).toBeLessThanOrEqual(budgetsKb.direct);
});

test("a screen without the frame loads nothing that only framed screens need", () => {
  const ofFrame = Object.values(manifest).flatMap(({ name, file }) => (name === "shell" ? [file] : []));
  expect(ofFrame).not.toEqual([]);
  expect(bareSources().length).toBeGreaterThan(3);
  const scripts = scriptsFor(manifest, bareSources());
  expect(ofFrame.filter((script) => scripts.has(script))).toEqual([]);
});

test("the login page loads no contract but the sign-in's", () => {
  const carried = [...login].map((script) => readFileSync(`${folder}/${script}`, "utf8")).join("\n");
  const contracts = areaFolders()
    .map((area) => `${area}/contract.ts`)
    .filter((path) => existsSync(path) && !path.startsWith("features/access/session/"));
  const paths = contracts.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bpath: "(\/[^"]+)"/g)].map(([, found]) => found ?? ""),
  );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => carried.includes(`"${path}"`) || carried.includes(`\`${path}\``))).toEqual([]);
});
