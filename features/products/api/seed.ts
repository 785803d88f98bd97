import type { Ctx } from "#api/context.ts";

/** The sample products of domain 6. */
export async function seedProducts(_ctx: Ctx): Promise<void> {}
