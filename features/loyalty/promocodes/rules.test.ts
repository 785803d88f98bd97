import { describe, expect, it, test } from "vitest";
import { dice } from "#base/testing/dice.ts";
import {
  checkCharacter,
  codeKey,
  drawCode,
  hasCheckCharacter,
  isPatternSafe,
  readPattern,
} from "#features/loyalty/promocodes/rules/codes.ts";

describe("a code's key", () => {
  test.each([
    "RMDN7K2Q",
    "rmdn-7k2q",
    "  rmdn 7k2q ",
    "\u202brmdn٧k٢q\u202c",
    "RMDN۷K۲Q",
    "ｒｍｄｎ７ｋ２ｑ",
    "rm\u200bdn—7k_2q",
    "RMDN\u00a07K2Q",
  ])("is the same for %j", (typed) => expect(codeKey(typed)).toBe("RMDN7K2Q"));

  it("does not tell O from 0, nor I and L from 1", () => expect(codeKey("OIL-0il")).toBe("011011"));

  it("does not depend on the language of the device", () => expect(codeKey("indirim")).toBe("1ND1R1M"));

  it("keeps letters of other scripts", () => expect(codeKey("رمضان ١٠")).toBe("رمضان10"));

  it("is empty when there is nothing to find", () => expect(codeKey(" -\u200f ")).toBe(""));
});

describe("the check character", () => {
  const randomKey = (roll: (below: number) => number) =>
    Array.from({ length: 9 }, () => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[roll(32)]).join("");

  it("finds every single wrong character", () => {
    const roll = dice(3);
    const missed: string[] = [];
    for (let turn = 0; turn < 100; turn++) {
      const key = randomKey(roll);
      const whole = key + checkCharacter(key);
      expect(hasCheckCharacter(whole)).toBe(true);
      for (let place = 0; place < whole.length; place++)
        for (const other of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
          const wrong = whole.slice(0, place) + other + whole.slice(place + 1);
          if (wrong !== whole && hasCheckCharacter(wrong)) missed.push(wrong);
        }
    }
    expect(missed).toEqual([]);
  });

  it("finds nearly every pair that was exchanged", () => {
    const roll = dice(5);
    let [tried, found] = [0, 0];
    for (let turn = 0; turn < 2000; turn++) {
      const key = randomKey(roll);
      const whole = key + checkCharacter(key);
      const place = roll(whole.length - 1);
      if (whole[place] === whole[place + 1]) continue;
      tried += 1;
      const exchanged = whole.slice(0, place) + whole[place + 1] + whole[place] + whole.slice(place + 2);
      if (!hasCheckCharacter(exchanged)) found += 1;
    }
    expect(found / tried).toBeGreaterThan(0.95);
  });
});

describe("a pattern", () => {
  test.each([
    ["RMDN-########", { prefix: "RMDN-", drawn: 8 }],
    ["rmdn-######", { prefix: "RMDN-", drawn: 6 }],
    ["##########", { prefix: "", drawn: 10 }],
    ["RMDN-#####", null],
    ["RM##DN######", null],
    ["خصم-########", null],
    ["", null],
  ])("%j is %j", (text, pattern) => expect(readPattern(text)).toEqual(pattern));

  it("needs more drawn characters for a large batch", () => {
    const seven = { prefix: "", drawn: 7 };
    expect([isPatternSafe(seven, 10_000), isPatternSafe(seven, 10_001)]).toEqual([true, false]);
    expect(isPatternSafe({ prefix: "", drawn: 9 }, 1_000_000)).toBe(true);
  });

  it("draws codes that are found as they are typed, and have their check character", () => {
    const roll = dice(9);
    for (let turn = 0; turn < 300; turn++) {
      const code = drawCode(
        { prefix: "RMDN-", drawn: 9 },
        Uint8Array.from({ length: 8 }, () => roll(256)),
      );
      expect(code).toMatch(/^RMDN-[0-9A-HJKMNP-TV-Z]{9}$/);
      expect(hasCheckCharacter(codeKey(code.toLowerCase()))).toBe(true);
    }
    expect(() => drawCode({ prefix: "", drawn: 9 }, new Uint8Array(7))).toThrow(RangeError);
  });
});
