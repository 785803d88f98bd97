import { sql } from "drizzle-orm";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";

// Its entries for the log are one parameter, and no statement of a call may take longer than 3.5 s.
const productsAtOnce = 1000;

export type MovedProduct = { readonly id: string; readonly status: string };

/**
 * Moves all products of a category that is merged into another, in the caller's transaction, behind its lock of the tree.
 * Those of the archive too: nothing must stay behind. The caller reports the side effects.
 */
export async function moveMergedProducts(
  ctx: Ctx,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<MovedProduct[]> {
  const found = await ctx.db.execute(
    sql`select id, status from products where category_id = ${from} order by id for update`,
  );
  const products = (found as { rows: MovedProduct[] }).rows;
  for (let start = 0; start < products.length; start += productsAtOnce) {
    const chunk = products.slice(start, start + productsAtOnce);
    await ctx.db.execute(sql`
      update products
         set category_id = ${into}, version = version + 1, updated_at = ${ctx.now}::timestamptz,
             updated_by = ${ctx.actor?.userId ?? null}::uuid
       where id = any(${`{${chunk.map(({ id }) => id).join(",")}}`}::uuid[])`);
    await recordAudit(
      ctx,
      chunk.map(({ id }) => ({
        action: "move",
        resource: "products",
        resourceId: id,
        changes: { categoryId: { before: from, after: into } },
      })),
    );
  }
  return products;
}
