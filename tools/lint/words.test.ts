import { describe, expect, test } from "vitest";
import { unevenWords, unspokenRefusals } from "#tools/lint/words.ts";
import { plantedTree } from "#tools/tree.ts";

type Words = Record<string, unknown>;
const tables = (en: Words, ar: Words) =>
  plantedTree({ "web/messages.en.json": JSON.stringify(en), "web/messages.ar.json": JSON.stringify(ar) });
const forms = (key: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [`${key}_${name}`, "{{count}}"]));
const arabicForms = forms("brands", "zero", "one", "two", "few", "many", "other");

describe("message files", () => {
  test("with the same keys at any depth are fine", () => {
    expect(
      unevenWords(tables({ save: "Save", menu: { home: "Home" } }, { save: "حفظ", "menu.home": "الرئيسية" })),
    ).toEqual([]);
  });

  test("may lack no key of the other language, in either direction", () => {
    expect(unevenWords(tables({ save: "Save" }, {}))).toEqual([
      "web/messages.ar.json: lacks save, which another language has",
    ]);
    expect(unevenWords(tables({}, { save: "حفظ" }))).toEqual([
      "web/messages.en.json: lacks save, which another language has",
    ]);
  });

  test("may lack no language", () => {
    expect(unevenWords(plantedTree({ "demos/todo/web/messages.en.json": "{}" }))).toEqual([
      "demos/todo/web/messages.ar.json: missing; every language has its words",
    ]);
  });

  test("need every plural form of their own language, and none of the other's", () => {
    expect(unevenWords(tables(forms("brands", "one", "other"), arabicForms))).toEqual([]);
    expect(unevenWords(tables(forms("brands", "one", "other"), forms("brands", "one", "other")))).toEqual(
      ["few", "many", "two", "zero"].map(
        (form) => `web/messages.ar.json: lacks brands_${form}, a plural form of this language`,
      ),
    );
    expect(unevenWords(tables(forms("brands", "other"), arabicForms))).toEqual([
      "web/messages.en.json: lacks brands_one, a plural form of this language",
    ]);
  });

  test("may omit the number in one form, but use no placeholder that the other language lacks", () => {
    const silentTwo = { ...arabicForms, brands_two: "علامتان" };
    expect(unevenWords(tables(forms("brands", "one", "other"), silentTwo))).toEqual([]);
    expect(unevenWords(tables({ hello: "Hello {{name}}" }, { hello: "مرحبا {{nam}}" }))).toEqual([
      "web/messages.ar.json: hello differs in {{nam}} from en",
      "web/messages.ar.json: hello differs in {{name}} from en",
    ]);
  });
});

describe("a refusal", () => {
  const declared = 'export const brandRefusals = refusals({ brand_in_use: { status: 409, message: "In use" } });';
  const spoken = JSON.stringify({ refusals: { brand_in_use: "…" } });

  test("of a contract needs messages in every language", () => {
    const tree = plantedTree({
      "features/catalogue/brands/contract.ts": declared,
      "features/catalogue/brands/web/messages.en.json": spoken,
    });
    expect(unspokenRefusals(tree)).toEqual([
      "features/catalogue/brands/web/messages.ar.json: lacks refusals.brand_in_use, which features/catalogue/brands/contract.ts declares",
    ]);
  });

  test("may have its messages in the shell, and the kernel's must be there", () => {
    const shell = { "web/messages.en.json": spoken, "web/messages.ar.json": spoken };
    expect(unspokenRefusals(plantedTree({ ...shell, "features/catalogue/brands/contract.ts": declared }))).toEqual([]);
    expect(unspokenRefusals(plantedTree({ ...shell, "base/refusal.ts": declared }))).toEqual([]);
    const list = { "web/list/messages.en.json": spoken, "web/list/messages.ar.json": spoken };
    expect(unspokenRefusals(plantedTree({ ...list, "base/bulk.ts": declared }))).toEqual([]);
    expect(unspokenRefusals(plantedTree({ "base/refusal.ts": declared }))).toEqual([
      "web/messages.en.json: lacks refusals.brand_in_use, which base/refusal.ts declares",
      "web/messages.ar.json: lacks refusals.brand_in_use, which base/refusal.ts declares",
    ]);
  });

  test("does not use the messages of another feature", () => {
    const tree = plantedTree({
      "features/catalogue/brands/contract.ts": declared,
      "features/access/users/web/messages.en.json": spoken,
      "features/access/users/web/messages.ar.json": spoken,
    });
    expect(unspokenRefusals(tree)).toHaveLength(2);
  });
});
