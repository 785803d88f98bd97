import { expect, test } from "vitest";
import { termFinder, termText, usesOf } from "#demos/knowledge-base/rules.ts";

const term = (english: string, arabic: string | null = null) => ({ term: english, termAr: arabic });
const found = (text: string, ...terms: ReturnType<typeof term>[]) =>
  termFinder(terms)(text).flatMap((part) => (part.term === null ? [] : [`${part.text} = ${part.term.term}`]));

test("finds whole words in any case, also with s, and leaves the rest as it is", () => {
  const hold = term("Hold");
  expect(termFinder([hold])("A hold (two Holds) on the threshold.")).toEqual([
    { text: "A ", term: null },
    { text: "hold", term: hold },
    { text: " (two ", term: null },
    { text: "Holds", term: hold },
    { text: ") on the threshold.", term: null },
  ]);
  expect(termFinder([hold])("")).toEqual([]);
});

test("prefers the longest term, also of one word with s", () => {
  const terms = [term("Certificate"), term("Halal certificate"), term("Scope"), term("Scope of a certificate")];
  expect(found("Halal certificates state the scope of a certificate.", ...terms)).toEqual([
    "Halal certificates = Halal certificate",
    "scope of a certificate = Scope of a certificate",
  ]);
  expect(found("certificates of a scope", ...terms)).toEqual(["certificates = Certificate", "scope = Scope"]);
});

test("reads hyphens and spaces alike, and no term across sentences", () => {
  expect(found("e number, E‑numbers", term("E-number"))).toEqual(["e number = E-number", "E‑numbers = E-number"]);
  expect(found("the format E.164", term("E.164"))).toEqual(["E.164 = E.164"]);
  expect(found("It is an API. Key people", term("API key"))).toEqual([]);
  expect(found("an API, key people", term("API key"))).toEqual([]);
});

test("finds Arabic words with the article, with marks and in other spellings, not with other prefixes", () => {
  const terms = [term("Cashback", "استرداد نقدي"), term("Accreditation", "اعتماد"), term("GTIN")];
  expect(found("يُدفع الاسترداد النّقدي بعد الإعتماد برقم GTIN.", ...terms)).toEqual([
    "الاسترداد النّقدي = Cashback",
    "الإعتماد = Accreditation",
    "GTIN = GTIN",
  ]);
  expect(found("وباعتماد", ...terms)).toEqual([]);
});

test("a text uses the terms that are found in it", () => {
  const text = termText("Payouts are posted. الاسترداد النقدي");
  const terms = [term("Payout"), term("Cashback", "استرداد نقدي"), term("Post"), term("Out")];
  expect(terms.filter((each) => usesOf(each)(text)).map((each) => each.term)).toEqual(["Payout", "Cashback"]);
});
