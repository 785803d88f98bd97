import { eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Shortcut } from "#features/account/contract.ts";
import { accountsTable } from "#features/account/api/tables.ts";

/** The pages that a person starred; null until they have chosen any. */
export async function readShortcuts(ctx: Ctx, { userId }: { userId: string }): Promise<readonly Shortcut[] | null> {
  const { shortcuts } = accountsTable;
  const [found] = await ctx.db.select({ shortcuts }).from(accountsTable).where(eq(accountsTable.id, userId));
  return found?.shortcuts ?? null;
}
