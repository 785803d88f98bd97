import { describe, expect, test } from "vitest";
import {
  activePath,
  buildMenu,
  builtItems,
  isWithin,
  type NavigationItem,
  navigationItem,
  suggestionsOf,
} from "#web/layout/navigation.ts";
import { badgeColors } from "#web/layout/badgeColors.ts";
import { searchMenu } from "#web/layout/searchMenu.ts";
import type { NavigationFields } from "#web/screens.ts";
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
const sources = {
  own: (key: string) => key,
  titled: (title: string) => title,
  isBuilt: () => false,
  roles: ["staff"],
  fields: [],
};
const english = buildMenu(rows, sources);
const section = (url: string) => english.find((item) => item.url === url);

describe("the menu", () => {
  test("has the fixed entries first, then the sections of the permission rows in the server's order", () =>
    expect(english.map(({ url }) => url)).toEqual([
      "/home",
      "/apps/retailer",
      "/apps/e-wallet",
      "/apps/retailer-type",
      "/apps/promocode",
      "/apps/brand",
      "/apps/user",
      "/apps/todo",
    ]));

  test("groups rows of one section, wherever they are in the list", () =>
    expect(section("/apps/brand")?.children.map(({ title }) => title)).toEqual(["Brands", "New Brand"]));

  test("gives known titles their icons, and any other section the applications icon", () => {
    const other = buildMenu([row(5, "Payouts", "/apps/payout", "Batches", "/apps/payout/batches")], sources);
    expect([section("/apps/brand")?.icon, section("/apps/user")?.icon]).toEqual(["brands", "user"]);
    expect(other.at(-1)?.icon).toBe("apps");
  });

  test("adds the server's entries to a fixed section, without duplicates", () => {
    const menu = buildMenu(
      [
        row(4, "Retailers", "/apps/retailer", "Retailers", "/apps/retailer/retailers"),
        row(4, "Retailers", "/apps/retailer", "Imports", "/apps/retailer/imports"),
      ],
      sources,
    );
    const retailers = menu.filter(({ url }) => url === "/apps/retailer");
    expect(retailers.map(({ children }) => children.map(({ url }) => url))).toEqual([
      ["/apps/retailer/retailers", "/apps/retailer/retailers/new", "/apps/retailer/imports"],
    ]);
  });
});

describe("an item of the menu", () => {
  const fields = ["id", "type", "title", "translate", "url", "icon", "badge", "auth", "exact", "target", "children"];

  test("has all fields of the specification, including those of the server's rows", () => {
    const all = (items: readonly NavigationItem[]): NavigationItem[] =>
      items.flatMap((item) => [item, ...all(item.children)]);
    for (const item of all(english)) expect(Object.keys(item).toSorted()).toEqual(fields.toSorted());
    expect(section("/apps/retailer")).toMatchObject({ id: "retailer", type: "collapse", translate: "menu.retailer" });
    expect(section("/apps/brand")?.children[1]).toMatchObject({ id: "brand.brands.new", type: "item" });
  });

  test("is hidden from users who would be denied there", () => {
    const built = new Set([
      "/home",
      "/apps/retailer/retailers",
      "/apps/retailer/retailers/new",
      "/apps/retailer-type/types",
    ]);
    const isBuilt = (path: string) => built.has(path);
    const reader = [row(4, "Retailers", "/apps/retailer", "Retailers", "/apps/retailer/retailers")];
    const paths = suggestionsOf(buildMenu(reader, { ...sources, isBuilt })).map(({ path }) => path);
    expect(paths).toEqual([
      "/home",
      "/apps/retailer/retailers",
      "/apps/e-wallet",
      "/apps/retailer-type/types/new",
      "/apps/promocode/promocodes",
      "/apps/promocode/promocodes/new",
    ]);
  });

  test("with an auth setting is shown only to these roles, and a section with its entries", () => {
    const further = [
      row(8, "Reports", "/apps/reports", "Sales", "/apps/reports/sales"),
      row(9, "Audit", "/apps/audit", "Log", "/apps/audit/log"),
    ];
    const limits = [
      { url: "/apps/reports/sales", auth: ["admin", "finance"] },
      { url: "/apps/audit/log", auth: ["admin"] },
    ] as const;
    const seen = (...roles: string[]) =>
      buildMenu(further, { ...sources, roles, fields: limits }).flatMap(({ url }) =>
        /reports|audit/.test(url) ? [url] : [],
      );
    expect(seen("support")).toEqual([]);
    expect(seen("finance")).toEqual(["/apps/reports"]);
    expect(seen("finance", "admin")).toEqual(["/apps/reports", "/apps/audit"]);
  });

  test("that is exact is not active for paths below it", () => {
    const items = [navigationItem({ title: "Reports", url: "/apps/reports", exact: true })];
    expect([activePath(items, "/apps/reports"), activePath(items, "/apps/reports/7")]).toEqual(["/apps/reports", null]);
  });
});

describe("fields of an item", () => {
  const apps = [
    row(9, "Apps", "/apps/todo", "To-do", "/apps/todo"),
    row(9, "Apps", "/apps/todo", "Contacts", "/apps/contacts"),
    row(9, "Apps", "/apps/todo", "FAQ", "/pages/faq"),
    row(9, "Apps", "/apps/todo", "Other", "/apps/other"),
  ];
  const menuWith = (fields: readonly NavigationFields[], roles: readonly string[] | null = ["staff"]) =>
    buildMenu(apps, { ...sources, fields, roles }).at(-1)!;
  const itemWith = (fields: Omit<NavigationFields, "url">, roles?: readonly string[] | null) =>
    menuWith([{ url: "/apps/todo", ...fields }], roles).children.find(({ url }) => url === "/apps/todo");

  test("id: a stable slug, whatever the title in the language of the screen", () => {
    const translated = buildMenu(rows, { ...sources, titled: (title) => arabic[title] ?? title });
    expect(translated.map(({ id }) => id)).toEqual(english.map(({ id }) => id));
    expect(section("/apps/brand")).toMatchObject({
      id: "brands",
      children: [{ id: "brand.brands" }, { id: "brand.brands.new" }],
    });
  });
  test("type, title, translate and icon: a section of rows is a collapse with the server's title", () => {
    expect(section("/apps/user")).toMatchObject({ type: "collapse", title: "User", translate: null, icon: "user" });
    expect(section("/home")).toMatchObject({ type: "item", title: "menu.home", translate: "menu.home", icon: "home" });
  });
  test("children: the demo applications in their groups, and below them those without one", () => {
    const menu = menuWith([
      { url: "/apps/todo", group: "work" },
      { url: "/apps/contacts", group: "people" },
      { url: "/pages/faq", group: "content" },
    ]);
    expect(menu.children.map(({ id, type, title }) => [id, type, title])).toEqual([
      ["apps.work", "group", "menu.groups.work"],
      ["apps.people", "group", "menu.groups.people"],
      ["apps.content", "group", "menu.groups.content"],
      ["other", "item", "Other"],
    ]);
    expect(menu.children.map(({ children }) => children.map(({ url }) => url))).toEqual([
      ["/apps/todo"],
      ["/apps/contacts"],
      ["/pages/faq"],
      [],
    ]);
    expect(suggestionsOf([menu])[0]).toEqual({ title: "To-do", path: "/apps/todo", section: "Apps" });
    expect([isWithin(menu, "/pages/faq"), isWithin(menu, "/home")]).toEqual([true, false]);
  });
  test("badge, exact and target: as the area gives them", () => {
    const badge = { title: "New", bg: "#0f7a5c", fg: "#fff" };
    expect(itemWith({ badge, exact: true, target: "_blank" })).toMatchObject({ badge, exact: true, target: "_blank" });
    expect(itemWith({})).toMatchObject({ badge: null, exact: false, target: null });
  });
  test("badge: colours that can't be read are replaced by ours", () => {
    const colors = (bg: string, fg: string) => badgeColors({ title: "New", bg, fg }).background;
    expect(colors("#0f7a5c", "#fff")).toBe("#0f7a5c");
    expect(colors("#ffd700", "#ffffff")).toBe("var(--primary-tint)");
    expect(colors("tomato", "#000")).toBe("var(--primary-tint)");
    // Either side of 4.5:1.
    expect([colors("#767676", "#fff"), colors("#777777", "#fff")]).toEqual(["#767676", "var(--primary-tint)"]);
  });
  test("auth: names roles, everyone signed in, or staff; without one everyone sees it", () => {
    const sees = (auth: readonly string[], roles: readonly string[] | null) => itemWith({ auth }, roles) !== undefined;
    expect([sees(["finance"], ["finance"]), sees(["finance"], ["support"])]).toEqual([true, false]);
    expect([sees(["user"], ["support"]), sees(["user"], []), sees(["user"], null)]).toEqual([true, true, false]);
    expect([sees(["staff"], ["support"]), sees(["staff"], ["onlyGuest"]), sees(["staff"], ["user"])]).toEqual([
      true,
      false,
      false,
    ]);
    expect([sees(["admin"], ["admin"]), sees(["admin"], ["staff"])]).toEqual([true, false]);
    expect([itemWith({}, null), itemWith({}, [])].map((item) => item?.url)).toEqual(["/apps/todo", "/apps/todo"]);
  });
  test("auth: an empty one is for guests only", () => {
    const sees = (roles: readonly string[] | null) => itemWith({ auth: [] }, roles) !== undefined;
    expect(sees(null)).toBe(true);
    for (const roles of [[], ["user"], ["onlyGuest"], ["support"], ["admin", "staff"]]) expect(sees(roles)).toBe(false);
    // The shell's own sections need a user.
    expect(buildMenu([], { ...sources, roles: null })).toEqual([]);
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
  const menu = buildMenu(rows, { ...sources, titled: (title) => arabic[title] ?? title });
  const englishTitles: Readonly<Record<string, readonly string[]>> = {
    "/apps/brand/brands/new": ["New Brand", "Brands"],
  };
  const paths = (requested: string) =>
    searchMenu(menu, requested, (path) => englishTitles[path] ?? []).map(({ path }) => path);

  test("matches beginnings of words, not middles", () => {
    expect(paths("use")).toContain("/apps/user/users");
    expect(paths("ser")).toEqual([]);
  });
  test("requires all the words", () => {
    expect(paths("new bra")).toEqual(["/apps/brand/brands/new"]);
    expect(paths("new users")).toEqual([]);
  });
  test("finds Arabic in any letter form, and by the English name", () => {
    expect(paths("علامه")).toEqual(["/apps/brand/brands/new"]);
    expect(paths("العَلامات")).toContain("/apps/brand/brands");
    expect(paths("علامات تجارية")).toContain("/apps/brand/brands");
  });
  test("ranks matching titles before matching sections", () =>
    expect(
      searchMenu(english, "bra", () => [])
        .map(({ title }) => title)
        .slice(0, 2),
    ).toEqual(["Brands", "New Brand"]));
  test("shows at most ten", () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      row(7, "Sections", "/apps/s", `Section ${index}`, `/apps/s/${index}`),
    );
    const crowded = buildMenu(many, sources);
    expect(searchMenu(crowded, "section", () => [])).toHaveLength(10);
  });
  test("finds titles without their separators", () => {
    const joined = (requested: string) => searchMenu(english, requested, () => ["E-Wallet"]).length > 0;
    for (const requested of ["ewallet", "e-wallet", "e wallet", "EWallet"]) expect(joined(requested)).toBe(true);
    expect(searchMenu(english, "todo", () => []).map(({ path }) => path)).toEqual(["/apps/todo/all"]);
  });
  test("leaves out what only announces something, and sections without anything else", () => {
    const isComing = (path: string) => /wallet|promocode/.test(path);
    const left = builtItems(english, isComing).map(({ url }) => url);
    expect(left).not.toContain("/apps/e-wallet");
    expect(left).not.toContain("/apps/promocode");
    expect(left).toContain("/apps/brand");
  });
  test("finds nothing for an empty query", () => expect(paths("  ")).toEqual([]));
});
