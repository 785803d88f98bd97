import { and, eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { settingsTable as table } from "#features/loyalty/wallet/api/tables.ts";
import type { LoyaltySettings, loyaltySettings } from "#features/loyalty/wallet/contract/settings.ts";

export async function readSettings(ctx: Ctx): Promise<LoyaltySettings> {
  const [{ isOnly: _, updatedBy: __, ...settings }] = (await ctx.db.select().from(table)) as [
    typeof table.$inferSelect,
  ];
  return settings;
}

/** Refuses with `version_conflict`. */
export const updateSettings = (ctx: Ctx, { version, ...input }: Input<typeof loyaltySettings.update>) =>
  inTransaction(ctx, async (inner): Promise<LoyaltySettings> => {
    const before = await readSettings(inner);
    const patch = omitUndefined(input);
    const changed = await inner.db
      .update(table)
      .set({ ...patch, version: sql`${table.version} + 1`, updatedAt: ctx.now, updatedBy: actorOf(ctx).userId })
      .where(and(eq(table.isOnly, true), eq(table.version, version)))
      .returning({ version: table.version });
    if (changed.length === 0) throw commonRefusals.version_conflict();
    const names = Object.keys(patch) as (keyof typeof patch)[];
    const changes = Object.fromEntries(names.map((name) => [name, { before: before[name], after: patch[name] }]));
    await recordAudit(inner, [{ action: "update", resource: "loyaltySettings", resourceId: "settings", changes }]);
    return readSettings(inner);
  });
