import { readdirSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
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
import { buildMenu, type Menu } from "#web/layout/navigation.ts";
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

/** The 18 applications of spec 001 and where each is, but its quick panel, which is beside every screen. */
const applications = {
  academy: "/apps/academy",
  analytics: "/apps/analytics",
  calendar: "/apps/calendar",
  chat: "/apps/chat",
  contacts: "/apps/contacts",
  "e-commerce": "/apps/e-commerce",
  FAQ: "/pages/faq",
  "file manager": "/apps/files",
  icons: "/pages/icons",
  invoice: "/pages/invoices",
  "knowledge base": "/pages/knowledge-base",
  mail: "/apps/mail",
  notes: "/apps/notes",
  profile: "/pages/profile",
  "project dashboard": "/apps/project",
  scrumboard: "/apps/scrumboard",
  search: "/pages/search",
  "to-do": "/apps/todo",
} as const;
/** Those that have only their place in the menu: without a screen, nothing is shown there (shell.md 1). */
const unbuiltApplications: readonly (keyof typeof applications)[] = [
  ...(["analytics", "calendar", "chat", "invoice", "mail"] as const),
  ...(["notes", "profile", "project dashboard", "scrumboard", "search"] as const),
];
/** Where the texts of an application are written: entries of the same application. */
const editors: Readonly<Record<string, string>> = {
  "/apps/faq": "/pages/faq",
  "/apps/knowledge-base": "/pages/knowledge-base",
};

const isBelow = (path: string, top: string) => path === top || path.startsWith(`${top}/`);

test("under Apps are the 18 applications: those with a screen, and the places of the others", () => {
  const all: readonly string[] = Object.values(applications);
  expect(all).toHaveLength(18);
  const places = demoScreens
    .flatMap(({ navigation = [] }) => navigation)
    .flatMap(({ url, group }) => (group ? [url] : []));
  expect(places.filter((url) => !(url in editors)).sort()).toEqual(all.toSorted());
  const links = demos.flatMap(({ menu = [] }) => menu.flatMap(({ entries }) => entries.map(({ link }) => link)));
  const applicationOf = (link: string) => {
    const place = places.find((url) => isBelow(link, url)) ?? "";
    return editors[place] ?? place;
  };
  const built = all.filter((top) => paths.some((path) => isBelow(path, top) && !isComing(path)));
  expect([...new Set(links.map(applicationOf))].sort()).toEqual(built.toSorted());
  const unbuilt = unbuiltApplications.map((name) => applications[name]);
  expect([...built, ...unbuilt].sort()).toEqual(all.toSorted());
  // A place that is announced is one of those, so that nothing outside of the 18 says Soon.
  expect(comingPaths.filter((path) => !unbuilt.some((top) => isBelow(path, top)))).toEqual([]);
});

const isComing = (path: string) => comingPaths.some((coming) => coming === path);

test("the menu draws twelve glyphs at most", () => {
  expect(Object.keys(menuIcons)).toHaveLength(12);
  const drawn = new Set(iconsOf(wholeMenu()).map((icon) => renderToStaticMarkup(createElement(menuIcons[icon]))));
  expect(drawn.size).toBeGreaterThan(9);
  expect(drawn.size).toBeLessThanOrEqual(12);
});

/** The menu of a user who may do everything, as the server sends it and the shell completes it. */
function wholeMenu(): Menu {
  const rows = [...features, ...demos].flatMap(({ menu = [] }) =>
    menu.flatMap(({ id, title, link, entries }) =>
      entries.map((entry) => ({
        ad_main_id: id,
        ad_main_title: title,
        ad_main_link: link,
        ad_sub_id: entry.id,
        ad_sub_title: entry.title,
        ad_sub_link: entry.link,
      })),
    ),
  );
  return buildMenu(rows, {
    own: (key) => key,
    titled: (english) => english,
    isBuilt: (path) => paths.some((one) => one === path),
    roles: ["admin"],
    fields: [...featureScreens, ...demoScreens].flatMap(({ navigation = [] }) => navigation),
  });
}

const iconsOf = (menu: Menu): (keyof typeof menuIcons)[] =>
  menu.flatMap(({ icon, children }) => [...(icon === null ? [] : [icon]), ...iconsOf(children)]);

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
