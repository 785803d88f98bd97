import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSafeHref, parseRichText, plainTextOf, type RichNode } from "#base/richText.ts";
import { sanitizeRichText } from "#api/richText.ts";
import { seedOnce } from "#api/seed.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { faqFeature } from "#demos/faq/api/routes.ts";
import { faq } from "#demos/faq/contract.ts";
import { iconsFeature } from "#demos/icons/api/routes.ts";
import { knowledgeBaseFeature } from "#demos/knowledge-base/api/routes.ts";
import { knowledgeBase } from "#demos/knowledge-base/contract.ts";
import { publishingFeature } from "#demos/publishing/api/routes.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";
import { call, type Transport } from "#web/call.ts";

// The calls of spec 001 §7 for icons, FAQ and knowledge base, with the keys and types of wire-shapes.md and no others.

let app: TestApi;
let reader: Transport;
beforeAll(async () => {
  const features = [todoFeature, publishingFeature, iconsFeature, faqFeature, knowledgeBaseFeature];
  app = await testApi(features);
  await seedOnce(app.api.systemContext(), features);
  reader = (await app.signIn("Reader", [])).transport;
});
afterAll(() => app.close());

async function answerTo(path: string) {
  const response = await reader(new Request(`https://mizan.test${path}`));
  return { status: response.status, body: await response.json() };
}

const KnowledgeBase = z.array(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    articlesCount: z.number(),
    featuredArticles: z.array(z.strictObject({ id: z.string(), title: z.string(), content: z.string() })),
  }),
);
const Faq = z.array(z.strictObject({ id: z.string(), question: z.string(), answer: z.string() }));
const Icons = z.array(
  z.strictObject({
    order: z.number(),
    id: z.number(),
    name: z.string(),
    prevSize: z.number(),
    code: z.number(),
    ligatures: z.string(),
    tags: z.array(z.string()),
  }),
);

test("KBA-1, KBA-2, KBA-3, KBA-4: four categories with their articles, five of each featured as HTML", async () => {
  const { status, body } = await answerTo("/api/knowledge-base?ignored=1");
  expect(status).toBe(200);
  const categories = KnowledgeBase.parse(body);
  expect(categories.map(({ title, articlesCount, path }) => [title, articlesCount, path])).toEqual([
    ["Your Account", 17, "/pages/knowledge-base"],
    ["Selling", 12, "/pages/knowledge-base"],
    ["Buying", 19, "/pages/knowledge-base"],
    ["Item Support", 24, "/pages/knowledge-base"],
  ]);
  expect(categories.map(({ featuredArticles }) => featuredArticles.length)).toEqual([5, 5, 5, 5]);
  for (const { content } of categories.flatMap(({ featuredArticles }) => featuredArticles))
    expect(content).toMatch(/^<(?:p|ul|ol|h2)>/);
});

test("FAQ-1, FAQ-3: questions with their answers, as text and simple HTML", async () => {
  const { status, body } = await answerTo("/api/faq");
  expect(status).toBe(200);
  const answers = Faq.parse(body);
  expect(answers).toHaveLength(24);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(24);
});

test("ICO-1, ICO-2, ICO-3, ICO-4: the common icons in the two countings of the spec", async () => {
  const { status, body } = await answerTo("/api/icons");
  expect(status).toBe(200);
  const icons = Icons.parse(body);
  expect(icons).toHaveLength(1013);
  expect(icons.map(({ order }) => order)).toEqual(Array.from({ length: 1013 }, (_, index) => 1732 + index));
  expect(icons.map(({ id }) => id)).toEqual(Array.from({ length: 1013 }, (_, index) => 1012 - index));
  expect(icons.every(({ prevSize, name, ligatures }) => prevSize === 32 && ligatures === name)).toBe(true);
});

test("ICO-5: the whole catalogue continues both countings, and has the names that the spec names", async () => {
  const all = Icons.parse((await answerTo("/api/icons?set=all")).body);
  expect(all.length).toBeGreaterThan(2100);
  expect(all.every(({ order, id }) => order + id === 2744)).toBe(true);
  expect([all.at(-1)?.order, all.at(-1)?.id]).toEqual([2744, 0]);
  const common = new Set(all.slice(-1013).map(({ name }) => name));
  expect(["add", "delete", "edit", "search", "settings", "home"].filter((name) => !common.has(name))).toEqual([]);
});

test("every sample text is written in both languages, long enough to help, and links only into the product", async () => {
  const { articles } = await call(reader, knowledgeBase.read, {});
  const { answers } = await call(reader, faq.read, {});
  expect([articles.length, answers.length]).toEqual([72, 24]);
  for (const { title, body, titleI18n, bodyI18n } of [...articles, ...answers]) {
    const arabic = bodyI18n.ar ?? "";
    expect(sanitizeRichText(body), title).toBe(body);
    expect(sanitizeRichText(arabic), title).toBe(arabic);
    expect(titleI18n.ar, title).toMatch(/[\u0600-\u06ff]/);
    expect(linksIn(parseRichText(body)), title).toEqual(linksIn(parseRichText(arabic)));
    expect(linksIn(parseRichText(body)).every(isSafeHref)).toBe(true);
    expect(`${title} ${body} ${arabic}`, title).not.toMatch(/\*\*|^- |\]\(/m);
  }
  const lengths = articles.map(({ body }) => plainTextOf(body).split(/\s+/).length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(50);
});

const linksIn = (nodes: readonly RichNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === "string" ? [] : [...(node.href === undefined ? [] : [node.href]), ...linksIn(node.children)],
  );
