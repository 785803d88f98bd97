import type { Ctx } from "#api/context.ts";
import { articleStore } from "#demos/knowledge-base/api/store.ts";
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

/** The staff handbook: 17, 12, 19 and 24 articles, the first five of each category featured (spec 001 §9). */
export async function seedArticles(ctx: Ctx): Promise<void> {
  const added = articleCategories.map(async (category, at) => {
    const { default: text } = await contents[category]();
    return sampleTexts(ctx, text, { category, firstId: 7000 + at * 100, featuredCount });
  });
  await articleStore.insert(ctx, (await Promise.all(added)).flat());
}
