import { eq, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { userKeys } from "#features/access/users/api/service/people.ts";
import { auditResource } from "#features/access/users/api/service/records.ts";
import { userColumns, usersTable } from "#features/access/users/api/tables.ts";

/** Changes one's own name, in the caller's transaction. The same name is no change and makes no version. */
export async function changeOwnName(ctx: Ctx, { userId, name }: { userId: string; name: string }): Promise<void> {
  const isOwn = eq(usersTable.id, userId);
  const [before] = await ctx.db.select(userColumns).from(usersTable).where(isOwn).for("no key update");
  if (before === undefined) throw commonRefusals.invalid_token();
  if (before.name === name) return;
  await ctx.db
    .update(usersTable)
    .set({
      name,
      ...userKeys({ name, email: before.email }),
      version: sql`${usersTable.version} + 1`,
      updatedAt: ctx.now,
    })
    .where(isOwn);
  // That it changed is on record, and not what it was (docs/decisions/0020).
  const changes = { name: { before: "•••", after: "••••" } };
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: userId, changes }]);
}
