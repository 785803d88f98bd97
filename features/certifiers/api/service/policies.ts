import { asc, eq } from "drizzle-orm";
import type { Consequence } from "#base/eventTypes.ts";
import type { Impact } from "#base/impact.ts";
import type { Input } from "#base/contract.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, undone } from "#api/impact.ts";
import { changesBetween, recordAudit } from "#features/audit/api/service.ts";
import { policiesTable as table } from "#features/certifiers/api/tables.ts";
import type { recognitions } from "#features/certifiers/contract.ts";
import type { MarketPolicy } from "#features/certifiers/contract/recognitions.ts";

/** The resource of the audit entries of what markets recognise. Its permissions are those of the bodies. */
export const recognitionResource = "recognitions";

/** Of the markets for which somebody has said so. */
export const readPolicies = (ctx: Ctx): Promise<MarketPolicy[]> =>
  ctx.db.select({ market: table.market, policy: table.policy }).from(table).orderBy(asc(table.market));

/**
 * Says what a market's list means for bodies that are not on it, and lets its retailers look again at what they sell. Said
 * again it changes nothing. Refuses with `preview_stale` when something else follows than was previewed.
 */
export const changePolicy = (
  ctx: Ctx,
  { fingerprint, ...wanted }: Input<typeof recognitions.changePolicy>,
): Promise<MarketPolicy> =>
  inTransaction(ctx, async (inner) => {
    await requireFingerprint(inner, await writePolicy(inner, wanted), fingerprint);
    return wanted;
  });

/** What would follow: the change itself, undone. */
export const previewPolicy = (ctx: Ctx, wanted: Input<typeof recognitions.previewPolicy>): Promise<Impact> =>
  undone(ctx, async (inner) => impactOf(inner, await writePolicy(inner, wanted)));

async function writePolicy(ctx: Ctx, { market, policy }: MarketPolicy): Promise<readonly Consequence[]> {
  // There to be locked: two who change it do so one after the other.
  await ctx.db.insert(table).values({ market, policy: "block", updatedAt: ctx.now }).onConflictDoNothing();
  const [before] = await ctx.db.select().from(table).where(eq(table.market, market)).for("update");
  const changes = changesBetween({ policy: before!.policy }, { policy });
  if (Object.keys(changes).length === 0) return [];
  const stamp = { version: before!.version + 1, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null };
  await ctx.db
    .update(table)
    .set({ policy, ...stamp })
    .where(eq(table.market, market));
  await recordAudit(ctx, [{ action: "update", resource: recognitionResource, resourceId: market, changes }]);
  return recordEvents(ctx, [
    {
      type: "certifier.recognition_changed",
      resource: recognitionResource,
      resourceId: market,
      payload: { market, policy },
    },
  ]);
}
