import type { Ctx } from "#api/context.ts";
import cashback from "./content/cashback.md?raw";
import certificates from "./content/certificates.md?raw";
import privacy from "./content/privacy.md?raw";
import promocodes from "./content/promocodes.md?raw";
import retailers from "./content/retailers.md?raw";
import signIn from "./content/signIn.md?raw";
import { answerStore } from "#demos/faq/api/store.ts";
import { topics } from "#demos/faq/fields.ts";
import { sampleTexts } from "#demos/publishing/api/service/samples.ts";

const contents = { sign_in: signIn, retailers, promocodes, cashback, certificates, privacy };

/** 24 questions in six topics (demo-apps B7). */
export async function seedAnswers(ctx: Ctx): Promise<void> {
  const added = topics.flatMap((category, at) =>
    sampleTexts(ctx, contents[category], { category, firstId: 7500 + at * 100, featuredCount: 1 }),
  );
  await answerStore.insert(ctx, added);
}
