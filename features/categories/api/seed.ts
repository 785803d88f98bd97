import { uuidv7 } from "#base/ids.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { insertCategory } from "#features/categories/api/service/changes.ts";
import { lockTree } from "#features/categories/api/service/tree.ts";
import { type SampleCategory, sampleTree } from "#features/categories/api/service/samples.ts";
import { emptyCategory } from "#features/categories/rules.ts";

/** The sample tree. The same rows in every new database. */
export async function seedCategories(ctx: Ctx): Promise<void> {
  await lockTree(ctx);
  let place = 0;
  const add = async (sample: SampleCategory, parentId: string | null): Promise<void> => {
    const now = addMs(ctx.now, -400 * dayMs + place * 60_000);
    const id = uuidv7(Date.parse(now), bytesOf(++place));
    const { name, ar, halalRelevance = null, containsMeat = null, below = [] } = sample;
    const values = { ...emptyCategory, name, nameI18n: { ar }, halalRelevance, containsMeat };
    await insertCategory({ ...ctx, now }, { id, parentId, values, action: "create" });
    for (const child of below) await add(child, id);
  };
  for (const root of sampleTree) await add(root, null);
}

/** Spread over all 16 bytes, so that the ids look like what they are; but always the same. */
function bytesOf(place: number): Uint8Array {
  let state = place + 101;
  return Uint8Array.from({ length: 16 }, () => (state = (state * 48_271) % 0x7fffffff) >>> 8);
}
