import { uuidv7 } from "#base/ids.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { insertBrands } from "#features/brands/api/service/changes.ts";
import { sampleBrands } from "#features/brands/api/service/samples.ts";

/** The sample brands of domain 6, made one after another up to today. The same rows in every new database. */
export async function seedBrands(ctx: Ctx): Promise<void> {
  for (const [place, sample] of sampleBrands.entries()) {
    const now = addMs(ctx.now, (place - sampleBrands.length) * 9 * dayMs);
    const id = uuidv7(Date.parse(now), bytesOf(place));
    await insertBrands({ ...ctx, now }, [{ id, ...sample }]);
  }
}

/** Spread over all 16 bytes, so that the ids look like what they are; but always the same. */
function bytesOf(place: number): Uint8Array {
  let state = place + 1;
  return Uint8Array.from({ length: 16 }, () => (state = (state * 48_271) % 0x7fffffff) >>> 8);
}
