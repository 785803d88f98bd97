import { uuidv7 } from "#base/ids.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { insertRetailerTypes } from "#features/retailerTypes/api/service/changes.ts";
import { sampleRetailerTypes } from "#features/retailerTypes/api/service/samples.ts";

// A year before: every sample retailer is younger.
const ageDays = 400;

/** The types of domain 1.1. The same rows in every new database. */
export async function seedRetailerTypes(ctx: Ctx): Promise<void> {
  const now = addMs(ctx.now, -ageDays * dayMs);
  await insertRetailerTypes(
    { ...ctx, now },
    sampleRetailerTypes.map((values, place) => ({ id: uuidv7(Date.parse(now), bytesOf(place)), values })),
  );
}

/** Spread over all 16 bytes, so that the ids look like what they are; but always the same. */
function bytesOf(place: number): Uint8Array {
  let state = place + 501;
  return Uint8Array.from({ length: 16 }, () => (state = (state * 48_271) % 0x7fffffff) >>> 8);
}
