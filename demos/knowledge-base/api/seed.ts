import type { Ctx } from "#api/context.ts";
import account from "./content/account.md?raw";
import buying from "./content/buying.md?raw";
import items from "./content/items.md?raw";
import selling from "./content/selling.md?raw";
import { articleStore } from "#demos/knowledge-base/api/store.ts";
import { articleCategories } from "#demos/knowledge-base/fields.ts";
import { sampleTexts } from "#demos/publishing/api/service/samples.ts";

const contents = { account, selling, buying, items };
/** Spec 001 §9: five of each category. */
const featuredCount = 5;

/** The staff handbook: 17, 12, 19 and 24 articles, the first five of each category featured (spec 001 §9). */
export async function seedArticles(ctx: Ctx): Promise<void> {
  const added = articleCategories.flatMap((category, at) =>
    sampleTexts(ctx, contents[category], { category, firstId: 7000 + at * 100, featuredCount }),
  );
  await articleStore.insert(ctx, added);
}
