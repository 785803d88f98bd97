import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { articleStore, glossaryStore } from "#demos/knowledge-base/api/store.ts";
import { articleCategories } from "#demos/knowledge-base/fields.ts";
import { sampleTexts } from "#demos/publishing/api/service/samples.ts";

/** Read at the first start alone. */
const contents = {
  account: () => import("./content/account.md?raw"),
  selling: () => import("./content/selling.md?raw"),
  buying: () => import("./content/buying.md?raw"),
  items: () => import("./content/items.md?raw"),
};
/** Spec 001 §9: five of each category. */
const featuredCount = 5;

export async function seedKnowledgeBase(ctx: Ctx): Promise<void> {
  await seedArticles(ctx);
  const { default: text } = await import("./content/glossary.md?raw");
  await glossaryStore.insert(ctx, sampleTerms(ctx, text));
}

/** The staff handbook: 17, 12, 19 and 24 articles, the first five of each category featured (spec 001 §9). */
async function seedArticles(ctx: Ctx): Promise<void> {
  const added = articleCategories.map(async (category, at) => {
    const { default: text } = await contents[category]();
    return sampleTexts(ctx, text, { category, firstId: 7000 + at * 100, featuredCount });
  });
  await articleStore.insert(ctx, (await Promise.all(added)).flat());
}

/** Terms from a file of `# Term | المصطلح`, the English definition, a line `---` and the Arabic one. */
const sampleTerms = ({ now }: Ctx, file: string) =>
  [...file.matchAll(/^# (.+) \| (.+)\n(.+)\n---\n(.+)$/gm)].map(
    ([, term = "", termAr = "", definition = "", definitionAr = ""], place) => ({
      id: sampleId(now, place + 35_001),
      values: { term, termAr, definition, definitionAr },
    }),
  );
