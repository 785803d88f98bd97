import { expect, test } from "vitest";
import { decodeCell, decodeHtmlEntities } from "#api/htmlEntities.ts";
import { htmlEntityNames } from "#api/htmlEntityNames.ts";

test.each([
  ["Medjool &quot;Gold&quot;", 'Medjool "Gold"'],
  ["20&deg;C, caf&eacute; &amp; cr&egrave;me", "20°C, café & crème"],
  ["&#176; &#0176; &#xB0; &#XB0;", "° ° ° °"],
  ["&#1606;&#1608;&#1585;", "نور"],
  ["&NotEqualTilde;&CounterClockwiseContourIntegral;", "≂̸∳"],
  ["500&nbsp;g", "500 g"],
  ["&#150; &#x80;", "– €"],
  ["once: &amp;lt;", "once: &lt;"],
  ["AT&T, R&D; &unknown; &#; &#x; & ;", "AT&T, R&D; &unknown; &#; &#x; & ;"],
  ["https://shop.example/?a=1&copy=2&lt=3", "https://shop.example/?a=1&copy=2&lt=3"],
])("reads %s as %s", (written, meant) => expect(decodeHtmlEntities(written)).toBe(meant));

test("reports references to invalid characters as lost", () => {
  for (const written of ["&#0;", "&#xD800;", "&#x110000;", "&#999999999;"]) {
    expect(decodeHtmlEntities(written)).toBe("\uFFFD");
  }
});

test("knows every HTML entity name", () => {
  const names = htmlEntityNames.trim().split(/\s+/);
  expect(names).toHaveLength(2125);
  expect(new Set(names).size).toBe(2125);
  for (const entry of names) expect(decodeHtmlEntities(`&${entry.split(":")[0]};`)).not.toContain("&".repeat(2));
});

test("decodes the texts of a JSON cell after parsing, so that a quotation mark ends none", () => {
  expect(decodeCell('{"ar": "تمر &quot;مجهول&quot;", "en": "Dates &amp;amp; nuts"}')).toBe(
    '{"ar":"تمر \\"مجهول\\"","en":"Dates &amp; nuts"}',
  );
  // JSON that was itself HTML-encoded.
  expect(decodeCell("{&quot;ar&quot;: &quot;تمر&quot;}".replace("{", "{"))).toBe('{"ar": "تمر"}');
  expect(decodeCell("[Dates &amp; nuts]")).toBe("[Dates & nuts]");
});
