import type { Ctx } from "#api/context.ts";
import { answerStore } from "#demos/faq/api/store.ts";
import { topics } from "#demos/faq/fields.ts";
import { sampleTexts } from "#demos/publishing/api/service/samples.ts";

/** Read at the first start alone. */
const contents = {
  sign_in: () => import("./content/signIn.md?raw"),
  retailers: () => import("./content/retailers.md?raw"),
  promocodes: () => import("./content/promocodes.md?raw"),
  cashback: () => import("./content/cashback.md?raw"),
  certificates: () => import("./content/certificates.md?raw"),
  privacy: () => import("./content/privacy.md?raw"),
};

/** 24 questions in six topics (demo-apps B7). */
export async function seedAnswers(ctx: Ctx): Promise<void> {
  const added = topics.map(async (category, at) => {
    const { default: text } = await contents[category]();
    return sampleTexts(ctx, text, { category, firstId: 7500 + at * 100, featuredCount: 1 });
  });
  await answerStore.insert(ctx, (await Promise.all(added)).flat());
}
