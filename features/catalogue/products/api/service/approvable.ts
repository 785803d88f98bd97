import { losesRequirement } from "#base/impact.ts";
import { sql } from "drizzle-orm";
import { approvable } from "#api/approvals.ts";
import type { Ctx } from "#api/context.ts";
import { triesLoss, runAndRollBack } from "#api/impact.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
import { products } from "#features/catalogue/products/contract.ts";

const { consequencesOf, handlers } = productStore;

/** Requiring less of a product that is no draft needs two people (docs/decisions/0045). All other changes need one. */
export const productUpdate = approvable<typeof products.update>({
  action: "products.update",
  resource: "products",
  operation: products.update,
  resourceIdOf: ({ id }) => id,
  isMeant: (input, ctx) =>
    (input.categoryId !== undefined || input.containsMeat !== undefined) &&
    triesLoss(ctx, (inner) => consequencesOf(inner, input)),
  baseVersion: async (ctx, { id }) => (await handlers.get(ctx, { id })).version,
  apply: handlers.update,
  describe: async (ctx, input) => {
    const { code, name } = await handlers.get(ctx, input);
    // The audit entry has the id, so the title shows the name.
    const category = input.categoryId ? ` → ${await categoryName(ctx, input.categoryId)}` : "";
    const followed = await runAndRollBack(ctx, (inner) => consequencesOf(inner, input));
    const lost = followed.filter((consequence) => losesRequirement([consequence]));
    const impact = lost.flatMap(({ facts }) => Object.entries(facts).map(([kind, count]) => ({ code: kind, count })));
    return { title: `${code} ${name}${category}`, impact };
  },
});

async function categoryName(ctx: Ctx, id: string): Promise<string> {
  const result = await ctx.db.execute(sql`select name from categories where id = ${id}`);
  return (result as { rows: { name: string }[] }).rows[0]?.name ?? "";
}
