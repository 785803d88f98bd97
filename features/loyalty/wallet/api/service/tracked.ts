import { asc, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import { RunAgainAfter } from "#api/transactions.ts";
import { fundTracked, levelBrand, RefusedByDatabase } from "#features/loyalty/wallet/api/service/statements.ts";
import { cashbackTable as table } from "#features/loyalty/wallet/api/tables.ts";

const triedMax = 200;

/** Posts tracked cashback whose brands have funds again, the oldest first. Each entry on its own: one may not have them. */
export async function fundTrackedCashback(ctx: Ctx): Promise<void> {
  const tracked = await ctx.db
    .select({
      id: table.id,
      brandId: table.brandId,
      currency: table.currency,
      memberId: table.memberId,
      amount: table.leftMinor,
    })
    .from(table)
    .where(eq(table.status, "tracked"))
    .orderBy(asc(table.createdAt))
    .limit(triedMax);
  for (const { id, brandId, ...lacking } of tracked) {
    let isFunded = true;
    await inTransaction(ctx, async (inner) => {
      if (!isFunded) return;
      try {
        await fundTracked(inner, id);
      } catch (error) {
        if (!(error instanceof RefusedByDatabase) || error.code !== "insufficient_funds" || brandId === null)
          throw error;
        throw new RunAgainAfter(async ({ db }) => {
          isFunded = await levelBrand({ ...ctx, db }, brandId, lacking);
        });
      }
    });
  }
}
