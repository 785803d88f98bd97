import { and, ne, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { readableScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import type { CertificateName } from "#features/halal/certificates/record/contract/records.ts";

/**
 * The currently valid certificates that list each of these products, as far as the caller may read them. For display
 * only; whether a product may be promoted is decided by the rule (migration 0022).
 */
export async function readCoverage(
  ctx: Ctx,
  { productIds, exceptId }: { readonly productIds: readonly string[]; readonly exceptId: string },
): Promise<ReadonlyMap<string, CertificateName[]>> {
  const cover = new Map<string, CertificateName[]>();
  if (productIds.length === 0) return cover;
  const rows = await ctx.db
    .select({ productId: sql<string>`covering.product_id`, id: table.id, code: table.code })
    .from(table)
    .innerJoin(
      sql`product_certificates(${ctx.now}::timestamptz) as covering`,
      sql`covering.certificate_id = ${table.id} and covering.standing = 'stands'
          and covering.product_id = any(${`{${productIds.join(",")}}`}::uuid[])`,
    )
    .where(and(ne(table.id, exceptId), readableScope(ctx)))
    .orderBy(table.number);
  for (const { productId, id, code } of rows) cover.set(productId, [...(cover.get(productId) ?? []), { id, code }]);
  return cover;
}
