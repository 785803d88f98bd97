import { expect, it } from "vitest";
import type { LiveText } from "#base/publishedTexts.ts";
import { excerptOf, findTexts, relatedTo, textIn, textsAbout } from "#web/publishing/liveTexts.ts";

const text = (title: string, body: string, more: Partial<LiveText> = {}): LiveText => ({
  id: title,
  category: "a",
  place: 1,
  isFeatured: false,
  title,
  titleI18n: {},
  body: `<p>${body}</p>`,
  bodyI18n: {},
  edition: 1,
  publishedAt: null,
  publishedBy: null,
  verdict: null,
  helpedCount: 0,
  ...more,
});
const returns = text("Returns and refunds", "Goods come back.", {
  titleI18n: { ar: "الإرجاع ورد المبالغ" },
  bodyI18n: { ar: "<p>عند إرجاع المشتريات</p>" },
});
const cashback = text("How cashback works", `Wait for the <a href="/apps/e-wallet">return window</a> of the shop.`);
const logos = text("Using logos", "The mark belongs to its body.", { category: "b" });
const all = [logos, cashback, returns];
const titlesFor = (search: string) => findTexts(all, search).map(({ title }) => title);

it("finds texts by words of any of their languages, those with them in the title first", () => {
  expect(titlesFor("return")).toEqual(["Returns and refunds", "How cashback works"]);
  expect(titlesFor("ارجاع")).toEqual(["Returns and refunds"]);
  expect(titlesFor("cashback window")).toEqual(["How cashback works"]);
  expect(titlesFor("parking")).toEqual([]);
  expect(findTexts(all, "  ")).toBe(all);
});

it("shows a text in the language of the screen if it has one", () => {
  expect(textIn(returns, "ar")).toEqual({
    title: "الإرجاع ورد المبالغ",
    body: "<p>عند إرجاع المشتريات</p>",
    lang: "ar",
  });
  expect(textIn(logos, "ar").lang).toBe("en");
});

it("cuts an excerpt around the first word that was found", () => {
  const body = `<p>${"one two three ".repeat(20)}needle ${"four five ".repeat(40)}</p>`;
  expect(excerptOf(body, "needl")).toMatch(/^… .*needle.*…$/);
  expect(excerptOf("<p>Short.</p>", "")).toBe("Short.");
});

it("relates texts by the words of their titles, and finds what helps on a screen by its links", () => {
  expect(relatedTo(all, cashback, 3).map(({ title }) => title)).toEqual(["Returns and refunds"]);
  expect(textsAbout(all, "/apps/e-wallet")).toEqual([cashback]);
  expect(textsAbout(all, "/apps/e-wallet/payouts/1")).toEqual([cashback]);
  expect(textsAbout(all, "/apps/e-wallets")).toEqual([]);
});
