import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allIcons, commonCount, findIcons, idOf, orderOf } from "#demos/icons/rules.ts";
import { catalogueText, cataloguePath } from "#tools/icons.mjs";

const namesOf = (search: string) => findIcons(allIcons, search).map(({ name }) => name);

describe("the catalogue", () => {
  test("has the icons of the font, and is small", () => {
    expect(readFileSync(cataloguePath, "utf8")).toBe(catalogueText());
    const font = statSync("node_modules/material-icons/iconfont/material-icons.woff2").size;
    const words = statSync("demos/icons/rules/words.ts").size;
    expect(statSync(cataloguePath).size + words + font).toBeLessThan(300_000);
  });

  test("names each icon once, and counts them in both directions", () => {
    expect(new Set(allIcons.map(({ name }) => name)).size).toBe(allIcons.length);
    expect([orderOf(allIcons.length - 1), idOf(allIcons.length - 1)]).toEqual([2744, 0]);
    expect(orderOf(allIcons.length - commonCount)).toBe(1732);
  });

  test("knows what mirrors in right to left: arrows and lists do, clocks and check marks don't", () => {
    const mirrored = new Set(allIcons.filter(({ isMirrored }) => isMirrored).map(({ name }) => name));
    expect(["arrow_back", "format_list_bulleted", "send", "reply"].every((name) => mirrored.has(name))).toBe(true);
    expect(["schedule", "check", "search", "play_arrow"].some((name) => mirrored.has(name))).toBe(false);
  });
});

describe("searching", () => {
  test("finds by English and Arabic tags, however the Arabic is spelled", () => {
    expect(namesOf("house")).toContain("home");
    expect(namesOf("إعدادات")).toContain("settings");
    expect(namesOf("اعدادات")).toContain("settings");
    expect(namesOf("مفضله")).toContain("favorite");
  });

  test("finds by the beginnings of several words, the icons of that name first", () => {
    expect(namesOf("arrow ba")[0]).toBe("arrow_back");
    expect(namesOf("shopping cart")).toContain("add_shopping_cart");
    expect(namesOf("zzzz")).toEqual([]);
    expect(findIcons(allIcons, " ")).toBe(allIcons);
  });
});
