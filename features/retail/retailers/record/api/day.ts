import type { Day } from "#base/days.ts";
import type { Ctx } from "#api/context.ts";

/** Documents end by the days of UTC, so that every list agrees with every record. A day more or less does not matter. */
export const today = (ctx: Ctx): Day => ctx.now.slice(0, 10);
