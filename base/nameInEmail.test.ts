import { expect, test } from "vitest";
import { nameInEmail, withNamesInEmail } from "#base/nameInEmail.ts";

test.each([
  ["Nur'ain O'Example", "Nur'ain O'Example"],
  ["Dr. Ahmed", "Dr. Ahmed"],
  ["محمد النموذج", "محمد النموذج"],
  ["می\u200Cخواهم", "می\u200Cخواهم"],
  ["Win at https://evil.example/x", "Win at https evil example x"],
  ["www.evil.example", "www evil example"],
  ["evil.مثال", "evil مثال"],
  ["a@evil.example", "a evil example"],
  ["\u202Egnp.exe", "gnp exe"],
  ["\u2066hidden\u2069", "hidden"],
  ["two\nlines\r\nBcc: x", "two lines Bcc: x"],
])("%j is quoted as %j", (name, quoted) => {
  expect(nameInEmail(name)).toBe(quoted);
});

test("a long name is truncated", () => {
  expect(Array.from(nameInEmail("ن".repeat(160)))).toHaveLength(80);
});

test("every name in the facts of an email is quoted, and nothing else", () => {
  const facts = { name: "a.example", no: "MY/1", products: [{ name: "b.example", nameAr: null }], holderName: "c@d" };
  expect(withNamesInEmail(facts)).toEqual({
    name: "a example",
    no: "MY/1",
    products: [{ name: "b example", nameAr: null }],
    holderName: "c d",
  });
});
