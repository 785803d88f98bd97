import { sql } from "drizzle-orm";
import { recordAudit } from "#api/audit.ts";
import type { EventHandler } from "#api/context.ts";
import { auditResource } from "#features/halal/certificates/api/service/scopePolicy.ts";

/**
 * The database unlinks a product's lines when its number or brand changes, as they no longer match. This handler
 * records it in the history of their certificates and returns it to the user who changes the product.
 */
export const unlinkedLinesFollower: EventHandler = {
  types: ["product.moved"],
  follow: async (ctx, events) => {
    const ids = events.flatMap(({ concerns }) => concerns?.products ?? []);
    const result = await ctx.db.execute(sql`
      select certificate_id as id, array_agg(name_on_certificate order by position, id) as names
        from certificate_products
       where former_product_id = any(${`{${ids.join(",")}}`}::uuid[]) and unlinked_at = ${ctx.now}::timestamptz
       group by certificate_id`);
    const { rows } = result as { rows: { id: string; names: string[] }[] };
    if (rows.length === 0) return [];
    await recordAudit(
      ctx,
      rows.map(({ id, names }) => ({
        action: "unlinkLines",
        resource: auditResource,
        resourceId: id,
        changes: { matches: { before: names, after: [] } },
      })),
    );
    return [{ resource: auditResource, verb: "unlinked", count: rows.length, facts: {} }];
  },
};
