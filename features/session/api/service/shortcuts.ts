import { eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Shortcut } from "#features/session/contract/account.ts";
import { usersTable } from "#features/session/api/tables.ts";

/** The pages that a person starred; null until they have chosen any. */
export async function readShortcuts(ctx: Ctx, { userId }: { userId: string }): Promise<readonly Shortcut[] | null> {
  const { shortcuts } = usersTable;
  const [found] = await ctx.db.select({ shortcuts }).from(usersTable).where(eq(usersTable.id, userId));
  return found?.shortcuts ?? null;
}
