import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** What the shell keeps for a user. No part of their record: it makes no version. */
type ShellChoices = Partial<Pick<typeof usersTable.$inferInsert, "photoUrl" | "settings" | "shortcuts">>;

/** In the caller's transaction. */
export async function saveShellChoices(ctx: Ctx, userId: string, choices: ShellChoices): Promise<void> {
  if (Object.keys(choices).length > 0) await ctx.db.update(usersTable).set(choices).where(eq(usersTable.id, userId));
}

/** Takes over what the user has chosen elsewhere, as far as they have chosen nothing here. */
export async function adoptShellChoices(
  ctx: Ctx,
  userId: string,
  { settings, shortcuts }: Omit<ShellChoices, "photoUrl">,
): Promise<void> {
  const isOwn = eq(usersTable.id, userId);
  if (settings !== undefined) {
    const isEmpty = eq(usersTable.settings, sql`'{}'::jsonb`);
    await ctx.db.update(usersTable).set({ settings }).where(and(isOwn, isEmpty));
  }
  if (shortcuts !== undefined)
    await ctx.db
      .update(usersTable)
      .set({ shortcuts })
      .where(and(isOwn, isNull(usersTable.shortcuts)));
}
