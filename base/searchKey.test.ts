import { describe, expect, test } from "vitest";
import { nameKey, searchKey } from "#base/searchKey.ts";

describe("searchKey", () => {
  test.each([
    ["Arabic with and without tashkeel", "مُحَمَّد", "محمد"],
    ["tatweel", "محـــمد", "محمد"],
    ["every alef", "أحمد إبراهيم آمنة ٱلنور", "احمد ابراهيم امنه النور"],
    ["Urdu and Arabic keyboards", "کراچی", "كراچي"],
    ["the two kinds of yeh at a word's end", "مصطفى", "مصطفي"],
    ["teh marbuta and heh", "فاطمة", "فاطمه"],
    ["ligatures of print", "ﷲ ﻻ", "الله لا"],
    ["Turkish capitals", "İSTANBUL ISPARTA", "istanbul isparta"],
    ["Turkish dotless i", "ısparta", "isparta"],
    ["accents", "Crème Brûlée", "creme brulee"],
    ["letters that take no accent apart", "Smørrebrød Łódź Straße Æsir", "smorrebrod lodz strasse aesir"],
    ["full-width forms", "ＮＯＯＲ　１２３", "noor 123"],
    ["digits of other scripts", "٢٠٢٦ ۱۴۰۵", "2026 1405"],
    ["punctuation", "Hilal & Sons — “Noor”", "hilal sons noor"],
    ["marks that cannot be seen", "No\u200Bor \u202Ecaf\u200Fe", "noor cafe"],
  ])("equals for %s", (_what, one, other) => {
    expect(searchKey(one)).toBe(searchKey(other));
  });

  test("keeps differences that readers see", () => {
    for (const [one, other] of [
      ["ไก่", "ไก"],
      ["नमूना", "नमना"],
      ["پان", "بان"],
      ["Şükrü", "Sukra"],
    ] as const) {
      expect(searchKey(one)).not.toBe(searchKey(other));
    }
  });

  test("makes each ideograph a word, so that a part of a name is found", () => {
    expect(searchKey("清泉食品 Foods")).toBe("清 泉 食 品 foods");
    expect(searchKey("みかづき")).toBe("み か づ き");
  });

  test("contains only letters, marks, digits and single spaces, so that it can't contain wildcards", () => {
    const everything = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join("");
    expect(searchKey(everything)).toMatch(/^[\p{L}\p{M}\p{N}]+( [\p{L}\p{M}\p{N}]+)*$/u);
    expect(searchKey("100%_\\'; --")).toBe("100");
    expect(searchKey(" \t\u200B—")).toBe("");
  });

  test("treats plain Latin text the same alone and next to other scripts", () => {
    for (let code = 0; code < 0x80; code++) {
      const text = `Noor ${String.fromCharCode(code)} B${String.fromCharCode(code)}9`;
      expect(`${searchKey(text)} e`).toBe(searchKey(`${text} é`));
    }
  });

  test("of a key is the same key", () => {
    for (const text of ["مُحَمَّد بستان", "Gül Pınarı", "清泉 Foods 100%", "ﷺ", "ไร่จันทร์", "Ⅻ ½ ﬁ"]) {
      expect(searchKey(searchKey(text))).toBe(searchKey(text));
    }
  });
});

describe("nameKey", () => {
  test("treats plain Latin text the same alone and next to other scripts", () => {
    for (let code = 0; code < 0x80; code++) {
      const text = `Noor ${String.fromCharCode(code)} B${String.fromCharCode(code)}9`;
      expect(`${nameKey(text)} é`).toBe(nameKey(`${text} é`));
    }
  });

  test("is the same for names that differ only in case, width or white space", () => {
    expect(nameKey("  Noor\u00A0 FOODS ")).toBe(nameKey("ｎｏｏｒ foods"));
    expect(nameKey("İncir")).toBe(nameKey("incir"));
    expect(nameKey("Noor\u200F")).toBe(nameKey("noor"));
  });

  test("keeps accents, marks and punctuation: those names are different", () => {
    expect(nameKey("Café")).not.toBe(nameKey("Cafe"));
    expect(nameKey("مُحَمَّد")).not.toBe(nameKey("محمد"));
    expect(nameKey("A&B")).not.toBe(nameKey("AB"));
  });

  test("is the same for the composed and the decomposed spelling of a letter", () => {
    expect(nameKey("Cafe\u0301")).toBe(nameKey("Caf\u00E9"));
  });
});
