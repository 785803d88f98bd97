import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { insertCategory } from "#features/catalogue/categories/record/api/changes.ts";
import { lockTree } from "#features/catalogue/categories/api/service/tree.ts";
import { type SampleCategory, sampleTree } from "#features/catalogue/categories/api/service/samples.ts";
import { categoryFields } from "#features/catalogue/categories/fields.ts";

/** The sample tree. The same rows in every new database. */
export async function seedCategories(ctx: Ctx): Promise<void> {
  await lockTree(ctx);
  let place = 0;
  const add = async (sample: SampleCategory, parentId: string | null): Promise<void> => {
    const now = addMs(ctx.now, -400 * dayMs + place * 60_000);
    const id = sampleId(now, ++place + 101);
    const { name, ar, halalRelevance = null, containsMeat = null, below = [] } = sample;
    const values = { ...categoryFields.empty, name, nameI18n: { ar }, halalRelevance, containsMeat };
    await insertCategory({ ...ctx, now }, { id, parentId, values, action: "create" });
    for (const child of below) await add(child, id);
  };
  for (const root of sampleTree) await add(root, null);
}
