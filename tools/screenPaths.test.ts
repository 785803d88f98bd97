import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isScreenPath, screenRoots } from "#base/screenPaths.ts";
import { demos } from "#demos/api.ts";
import { demoScreens } from "#demos/web.ts";
import { features } from "#features/api.ts";
import { recordPaths } from "#features/access/audit/rules.ts";
import { featureScreens } from "#features/web.ts";
import { comingPaths } from "#web/layout/comingPaths.ts";
import { fixedSections } from "#web/layout/fixedSections.ts";
import { menuIcons } from "#web/layout/menuIcons.ts";
import { notFoundPath } from "#web/router.tsx";

const paths = [
  "/",
  notFoundPath,
  ...comingPaths,
  ...[...featureScreens, ...demoScreens].flatMap(({ routes }) => routes.map(({ path }) => path)),
];

test("the server answers the path of every screen with the page", () => {
  expect(paths.filter((path) => !isScreenPath(path.replaceAll(/\$\w+/g, "CERT-000114")))).toEqual([]);
});

test("every allowed first segment of a path belongs to a screen", () => {
  const used = new Set(paths.map((path) => path.split("/")[1]));
  expect(screenRoots.filter((root) => !used.has(root))).toEqual([]);
});

test("every entry of the menu leads to a screen", () => {
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+")}$`));
  const entries = [...features, ...demos].flatMap(({ menu = [] }) => menu.flatMap((section) => section.entries));
  const own = fixedSections.flatMap(({ path, entries: pages }) =>
    pages.length > 0 ? pages.map((page) => page.path) : [path],
  );
  const all = [...entries.map(({ link }) => link), ...own];
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((link) => !patterns.some((pattern) => pattern.test(link)))).toEqual([]);
});

test("every demo is in the menu under Apps, in one of its groups", () => {
  const grouped = demoScreens.flatMap(({ navigation = [] }) => navigation);
  const sections = demos.flatMap(({ menu = [] }) => menu);
  expect(new Set(sections.map(({ title }) => title))).toEqual(new Set(["Apps"]));
  const links = sections.flatMap(({ entries }) => entries.map(({ link }) => link));
  expect(links.length).toBeGreaterThanOrEqual(demos.length);
  const isGrouped = (link: string) =>
    grouped.some(({ url, group }) => group !== undefined && (link === url || link.startsWith(`${url}/`)));
  expect(links.filter((link) => !isGrouped(link))).toEqual([]);
});

test("the menu draws twelve glyphs at most", () => {
  expect(Object.keys(menuIcons)).toHaveLength(12);
});

test("the audit log links to pages of records that are screens", () => {
  const hasRecordPage = (list: string) => paths.some((path) => path.startsWith(`${list}/$`));
  expect(Object.values(recordPaths).filter((list) => !hasRecordPage(list))).toEqual([]);
});

test("every link of a sample article or answer leads to a screen", () => {
  const folders = ["demos/knowledge-base/api/content", "demos/faq/api/content"];
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  const links = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\]\((\/[^)]*)\)/g)]);
  expect(links.length).toBeGreaterThan(50);
  const isScreen = (link: string) =>
    paths.some((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+")}$`).test(link));
  expect([...new Set(links.map(([, link = ""]) => link))].filter((link) => !isScreen(link))).toEqual([]);
});

test.each(["/all_cashbackActiveCSV", "/foo.json", "/robots.txt", "/apps/export.csv", "/apps2/brand", "/.env"])(
  "%s is not a screen",
  (path) => {
    expect(isScreenPath(path)).toBe(false);
  },
);
