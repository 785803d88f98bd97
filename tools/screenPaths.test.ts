import { expect, test } from "vitest";
import { isScreenPath, screenRoots } from "#base/screenPaths.ts";
import { demoScreens } from "#demos/web.ts";
import { recordPaths } from "#features/access/audit/rules.ts";
import { featureScreens } from "#features/web.ts";
import { comingPaths } from "#web/layout/fixedSections.ts";
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

test("the audit log links to pages of records that are screens", () => {
  const hasRecordPage = (list: string) => paths.some((path) => path.startsWith(`${list}/$`));
  expect(Object.values(recordPaths).filter((list) => !hasRecordPage(list))).toEqual([]);
});

test.each(["/all_cashbackActiveCSV", "/foo.json", "/robots.txt", "/apps/export.csv", "/apps2/brand", "/.env"])(
  "%s is not a screen",
  (path) => {
    expect(isScreenPath(path)).toBe(false);
  },
);
