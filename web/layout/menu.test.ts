import { describe, expect, test } from "vitest";
import { activePath, buildMenu, searchMenu } from "#web/layout/menu.ts";
import type { PermissionRow } from "#web/session.tsx";

const row = (mainId: number, main: string, mainLink: string, sub: string, subLink: string): PermissionRow => ({
  ad_main_id: mainId,
  ad_main_title: main,
  ad_main_link: mainLink,
  ad_sub_id: mainId * 10,
  ad_sub_title: sub,
  ad_sub_link: subLink,
});

const rows = [
  row(3, "Brands", "/apps/brand", "Brands", "/apps/brand/brands"),
  row(2, "User", "/apps/user", "Users", "/apps/user/users"),
  row(3, "Brands", "/apps/brand", "New Brand", "/apps/brand/brands/new"),
  row(9, "Apps", "/apps/todo", "To-do", "/apps/todo/all"),
];
const arabic: Readonly<Record<string, string>> = { Brands: "العلامات التجارية", "New Brand": "علامة جديدة" };
const english = buildMenu(rows, { own: (key) => key, titled: (title) => title });
const section = (path: string) => english.find((part) => part.path === path);

describe("the menu", () => {
  test("has the fixed entries first, then the sections of the permission rows in the server's order", () =>
    expect(english.map(({ path }) => path)).toEqual([
      "/home",
      "/apps/retailer",
      "/apps/e-wallet",
      "/apps/retailer-type",
      "/apps/promocode",
      "/apps/brand",
      "/apps/user",
      "/apps/todo",
    ]));

  test("gathers rows of one section, wherever they stand", () =>
    expect(section("/apps/brand")?.entries.map(({ title }) => title)).toEqual(["Brands", "New Brand"]));

  test("knows the icons by their titles, and gives any other section that of the applications", () => {
    const other = buildMenu([row(5, "Payouts", "/apps/payout", "Batches", "/apps/payout/batches")], {
      own: (key) => key,
      titled: (title) => title,
    });
    expect([section("/apps/brand")?.icon, section("/apps/user")?.icon]).toEqual(["brands", "user"]);
    expect(other.at(-1)?.icon).toBe("apps");
  });

  test("adds what the server knows of a fixed section, without saying anything twice", () => {
    const menu = buildMenu(
      [
        row(4, "Retailers", "/apps/retailer", "Retailers", "/apps/retailer/retailers"),
        row(4, "Retailers", "/apps/retailer", "Imports", "/apps/retailer/imports"),
      ],
      { own: (key) => key, titled: (title) => title },
    );
    const retailers = menu.filter(({ path }) => path === "/apps/retailer");
    expect(retailers.map(({ entries }) => entries.map(({ path }) => path))).toEqual([
      ["/apps/retailer/retailers", "/apps/retailer/retailers/new", "/apps/retailer/imports"],
    ]);
  });
});

describe("the active entry", () => {
  test.each([
    ["/apps/brand/brands", "/apps/brand/brands"],
    ["/apps/brand/brands/new", "/apps/brand/brands/new"],
    ["/apps/brand/brands/7", "/apps/brand/brands"],
    ["/apps/e-wallet", "/apps/e-wallet"],
    ["/apps/brand/brandsandmore", null],
    ["/apps/change-password", null],
  ])("of %s is %s", (path, active) => expect(activePath(english, path)).toBe(active));
});

describe("the menu search", () => {
  const menu = buildMenu(rows, { own: (key) => key, titled: (title) => arabic[title] ?? title });
  const englishTitles: Readonly<Record<string, readonly string[]>> = {
    "/apps/brand/brands/new": ["New Brand", "Brands"],
  };
  const paths = (asked: string) => searchMenu(menu, asked, (path) => englishTitles[path] ?? []).map(({ path }) => path);

  test("finds beginnings of words, not middles", () => {
    expect(paths("use")).toContain("/apps/user/users");
    expect(paths("ser")).toEqual([]);
  });
  test("wants all the words", () => {
    expect(paths("new bra")).toEqual(["/apps/brand/brands/new"]);
    expect(paths("new users")).toEqual([]);
  });
  test("finds Arabic whatever form its letters have, and the English name beside it", () => {
    expect(paths("علامه")).toEqual(["/apps/brand/brands/new"]);
    expect(paths("العَلامات")).toContain("/apps/brand/brands");
    expect(paths("علامات تجارية")).toContain("/apps/brand/brands");
  });
  test("puts titles that begin so before sections that do", () =>
    expect(
      searchMenu(english, "bra", () => [])
        .map(({ title }) => title)
        .slice(0, 2),
    ).toEqual(["Brands", "New Brand"]));
  test("shows at most ten", () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      row(7, "Sections", "/apps/s", `Section ${index}`, `/apps/s/${index}`),
    );
    const crowded = buildMenu(many, { own: (key) => key, titled: (title) => title });
    expect(searchMenu(crowded, "section", () => [])).toHaveLength(10);
  });
  test("finds nothing when nothing is asked", () => expect(paths("  ")).toEqual([]));
});
