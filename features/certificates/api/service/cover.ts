import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { readableScope } from "#features/certificates/api/service/scoping.ts";
import { certificateLinesTable as lines, certificatesTable as table } from "#features/certificates/api/tables.ts";
import type { CertificateName } from "#features/certificates/contract/records.ts";

/** Verified, begun and not over: what a certificate must be to cover anything. */
export const isStandingAt = (now: string): SQL | undefined =>
  and(eq(table.state, "verified"), lte(table.startsAt, now), or(isNull(table.endsAt), gt(table.endsAt, now)));

/**
 * The certificates that list each of these products and stand at this moment, as far as the caller may read them. For
 * telling people; whether a product may be promoted is asked of the rule (migration 0022).
 */
export async function readCover(
  ctx: Ctx,
  { productIds, exceptId }: { readonly productIds: readonly string[]; readonly exceptId: string },
): Promise<ReadonlyMap<string, CertificateName[]>> {
  const cover = new Map<string, CertificateName[]>();
  if (productIds.length === 0) return cover;
  const rows = await ctx.db
    .select({ productId: lines.productId, id: table.id, code: table.code })
    .from(lines)
    .innerJoin(table, eq(table.id, lines.certificateId))
    .where(
      and(
        inArray(lines.productId, [...productIds]),
        eq(lines.status, "listed"),
        ne(table.id, exceptId),
        isStandingAt(ctx.now),
        readableScope(ctx),
      ),
    )
    .orderBy(table.number);
  for (const { productId, id, code } of rows) cover.set(productId!, [...(cover.get(productId!) ?? []), { id, code }]);
  return cover;
}
