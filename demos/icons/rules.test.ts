import { statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allIcons, commonCount, findIcons, idOf, orderOf } from "#demos/icons/rules.ts";

const namesOf = (search: string) => findIcons(allIcons, search).map(({ name }) => name);

describe("the catalogue", () => {
  test("is small: names, tags and font", () => {
    const parts = ["rules/catalogue.ts", "rules/words.ts", "web/icons.woff2"];
    const bytes = parts.reduce((sum, part) => sum + statSync(`demos/icons/${part}`).size, 0);
    expect(bytes).toBeLessThan(300_000);
  });

  test("names 2,745 icons, each once, and counts them in both directions", () => {
    expect(allIcons).toHaveLength(2745);
    expect([orderOf(0), idOf(0)]).toEqual([0, 2744]);
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
