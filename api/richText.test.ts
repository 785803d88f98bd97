import { expect, test } from "vitest";
import { headingsOf, isSafeHref, parseRichText, plainTextOf } from "#base/richText.ts";
import { sanitizeRichText, sanitizeTranslations } from "#api/richText.ts";

const attacks = [
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `<p onclick="alert(1)">x</p>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<a href=" jav&#x09;ascript:alert(1)">x</a>`,
  `<a href="data:text/html,<script>alert(1)</script>">x</a>`,
  `<a href="vbscript:x">x</a>`,
  `<a href="//evil.example">x</a>`,
  `<a href="/\\evil.example">x</a>`,
  `<a href="http://plain.example">x</a>`,
  `<svg><script>alert(1)</script></svg>`,
  `<math><mtext></p><img src onerror=alert(1)></mtext></math>`,
  `<style>*{display:none}</style>`,
  `<iframe src="https://evil.example"></iframe>`,
  `<form action="https://evil.example"><button>x</button></form>`,
  `<p style="position:fixed">x</p>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
  `<a href="https://ok.example" target="_top" onmouseover="alert(1)">x</a>`,
  `<<script>script>alert(1)<</script>/script>`,
  `<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>`,
  `<a href="mailto:a@b.example?\u0000">x</a>`,
];

test.each(attacks)("keeps nothing that runs or loads: %s", (attack) => {
  const clean = sanitizeRichText(attack);
  expect(clean).not.toMatch(/<(?!\/?(?:p|h2|h3|ul|ol|li|blockquote|pre|hr|br|strong|em|code|a)\b)/i);
  expect(clean).not.toMatch(/<[^>]*\s(?!href=")[a-z-]+=/i);
  expect(clean).not.toMatch(/<[^>]*(?:javascript|data|vbscript|http):|href="\/[/\\]/i);
  expect(sanitizeRichText(clean)).toBe(clean);
});

test("keeps what the editor writes, and gives older elements their modern name", () => {
  const text = `<h2>Sign in</h2><p>Open <strong>Mizan</strong> &amp; <em>wait</em>.<br />Then <a href="/pages/faq#faq-3">read</a>.</p><ul><li><p>one</p></li></ul><pre><code>a,b</code></pre>`;
  expect(sanitizeRichText(text)).toBe(text);
  expect(sanitizeRichText("<h1>A</h1><p><b>b</b><i>c</i></p>")).toBe("<h2>A</h2><p><strong>b</strong><em>c</em></p>");
});

test("stores an empty document as an empty text, and no empty translation", () => {
  expect(sanitizeRichText("<p></p><p> </p>")).toBe("");
  expect(sanitizeRichText("<p>a</p><p></p>")).toBe("<p>a</p>");
  expect(sanitizeTranslations({ ar: "<p>أ</p>", fr: "<p></p>" })).toEqual({ ar: "<p>أ</p>" });
});

test("a link without a safe address becomes its text", () => {
  expect(
    sanitizeRichText(`<p><a href="javascript:x">read</a> and <a href="https://a.example/b?c=d&e=f">go</a></p>`),
  ).toBe(`<p>read and <a href="https://a.example/b?c=d&amp;e=f">go</a></p>`);
  expect(["https://a", "mailto:a@b.example", "tel:+966112", "/pages/faq", "#x"].every(isSafeHref)).toBe(true);
  expect(["", "javascript:x", "//a", "/\\a", "http://a", "https://", " https://a b"].some(isSafeHref)).toBe(false);
});

test("reads unsafe markup as elements of the list alone, to any depth", () => {
  expect(parseRichText(`<img src=x onerror=alert(1)><p onclick="x">a < b &lt;i&gt;</p>`)).toEqual([
    { tag: "p", children: ["a ", "<", " b <i>"] },
  ]);
  expect(parseRichText(`<a href="javascript:alert(1)">x</a>`)).toEqual([{ tag: "a", children: ["x"] }]);
  const deep = "<blockquote>".repeat(50_000);
  expect(plainTextOf(`${deep}x`)).toBe("x");
  expect(plainTextOf(sanitizeRichText(`${deep}x`))).toBe("x");
});

test("finds a text's lines and its headings", () => {
  const html = "<h2>First &amp; last</h2><p>One<br />two</p><ul><li><p>three</p></li></ul><h3>Then</h3>";
  expect(plainTextOf(html)).toBe("First & last\nOne\ntwo\nthree\nThen");
  expect(headingsOf(html, "a")).toEqual([
    { id: "a-1", level: 2, text: "First & last" },
    { id: "a-2", level: 3, text: "Then" },
  ]);
});
