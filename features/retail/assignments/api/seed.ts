import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { planAssigning } from "#features/retail/assignments/changes/api/assign.ts";
import { willChange } from "#features/retail/assignments/changes/api/plans.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";

/**
 * What the sample retailers sell: at each active one about half of the published products that may be promoted there
 * now. Some that may not are proposed, so that new users see reasons and fixes.
 */
export async function seedAssignments(ctx: Ctx): Promise<void> {
  const retailers = await rowsOf<{ id: string; number: string }>(
    ctx,
    sql`select id, number from retailers where status = 'active' order by number`,
  );
  const products = await rowsOf<{ id: string; number: string }>(
    ctx,
    sql`select id, number from products where status = 'published' order by number`,
  );
  for (const retailer of retailers) {
    // Deterministic: always the same half, and a different one for each retailer.
    const ids = products
      .filter(({ number }) => (Number(number) * 7 + Number(retailer.number) * 3) % 5 < 3)
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    const { lines, write } = await planAssigning(ctx, {
      kind: "assign",
      target: { retailerIds: [retailer.id], products: { ids } },
      blocked: "propose",
    });
    const changing = lines.filter(willChange);
    const proposed = changing.filter(({ outcome }) => outcome === "propose").slice(0, 4);
    await write(ctx, [...changing.filter(({ outcome }) => outcome === "create"), ...proposed]);
  }
}
