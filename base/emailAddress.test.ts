import { expect, test } from "vitest";
import { emailKey, isPlainEmail, normalEmail } from "#base/emailAddress.ts";
import { decodePunycode } from "#base/punycode.ts";

const address = "admin@mizan.example";

test.each([
  ["capital letters", "ADMIN@Mizan.EXAMPLE"],
  ["full-width letters", "ａｄｍｉｎ＠ｍｉｚａｎ．ｅｘａｍｐｌｅ"],
  ["full-width capital letters", "ＡＤＭＩＮ@mizan.example"],
  ["mathematical letters", "𝐚𝒹𝕞𝗂𝚗@mizan.example"],
  ["zero-width characters", "ad\u200Bmi\u200Dn\u2060@mi\uFEFFzan.example"],
  ["a soft hyphen and a variation selector", "ad\u00ADmin\uFE0F@mizan.example"],
  ["direction marks", "\u202Eadmin\u202C@mizan.example\u200F"],
  ["a dot after the domain", "admin@mizan.example."],
  ["an ideographic full stop", "admin@mizan。example"],
  ["white space around it", " admin@mizan.example\u00A0"],
])("%s: one account", (_what, twin) => {
  expect(emailKey(twin)).toBe(address);
  expect(isPlainEmail(normalEmail(twin))).toBe(true);
});

test.each([
  ["Cyrillic а", "\u0430dmin@mizan.example"],
  ["Greek ο", "admin@miz\u03BFn.example"],
  ["Cyrillic in the domain", "admin@miz\u0430n.example"],
  ["the same in Punycode", "admin@xn--mizn-63d.example"],
  ["a whole word in Cyrillic", "\u0430\u0455\u0435@mizan.example"],
  ["a dotless ı", "adm\u0131n@mizan.example"],
  ["a capital İ", "ADM\u0130N@mizan.example"],
  ["a letter with a dot below", "a\u1E0Dmin@mizan.example"],
  ["a combining mark", "adm\u0323in@mizan.example"],
  ["a Latin alpha", "\u0251dmin@mizan.example"],
  ["Latin and Arabic letters in one word", "admin\u0646@mizan.example"],
  ["Punycode of nothing but ASCII", "admin@xn--mizan-.example"],
  ["Punycode that is none", "admin@xn--\u00FF.example"],
  ["an empty label", "admin@mizan..example"],
  ["a dot at the beginning", ".admin@mizan.example"],
  ["a hangul filler", "ad\u3164min.\u1160@mizan.example@"],
])("%s: refused", (_what, twin) => {
  expect(isPlainEmail(normalEmail(twin))).toBe(false);
});

test("an Arabic address is one address, whichever similar letters it is typed with, and in Punycode", () => {
  const arabic = "كريم@مثال.إختبار";
  expect(isPlainEmail(normalEmail(arabic))).toBe(true);
  const twins = ["کریم@مثال.إختبار", "كـريم@مثال.إختبار", "كَريم@مثال.إختبار", "كريم@xn--mgbh0fb.xn--kgbechtv"];
  for (const twin of twins) expect(emailKey(twin)).toBe(emailKey(arabic));
  expect(emailKey("نور١@مثال.إختبار")).toBe(emailKey("نور۱@مثال.إختبار"));
});

test("addresses of different users stay different", () => {
  const others = ["admin1@mizan.example", "a.dmin@mizan.example", "admin@mizan.example.co", "admin+x@mizan.example"];
  expect(new Set([address, ...others].map(emailKey)).size).toBe(5);
});

test("the normal form of a normal form is the same", () => {
  for (const typed of ["ＡdMin@ＭIZAN.example.", "كريم@xn--mgbh0fb.xn--kgbechtv", "no address", "@", ""]) {
    expect(normalEmail(normalEmail(typed))).toBe(normalEmail(typed));
    expect(emailKey(emailKey(typed))).toBe(emailKey(typed));
  }
});

// RFC 3492 §7.1, (A), (C), (I) and (L).
test.each([
  ["egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"],
  ["ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"],
  ["b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"],
  ["3B-ww4c5e180e575a65lsy2b".toLowerCase(), "3年b組金八先生"],
])("decodes the samples of RFC 3492: %s", (encoded, text) => {
  expect(decodePunycode(encoded)).toBe(text);
});

test("invalid Punycode decodes to null", () => {
  for (const encoded of ["99999999", "ü", "ib9b"]) expect(decodePunycode(encoded)).toBe(null);
});
