import { eq } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Ctx, PersonalRecords } from "#api/context.ts";
import { cancelJobsOf } from "#api/jobs.ts";
import { readActivityOfUser } from "#features/access/audit/api/service/userActivity.ts";
import { boundScopesOf, heldRolesOf } from "#features/access/users/rights/api/userRoles.ts";
import { cancelEmailChange, readEmailChange } from "#features/access/users/emails/api/pendingEmailChanges.ts";
import { emailJobKind } from "#features/access/users/emails/api/emails.ts";
import { requireUser } from "#features/access/users/api/service/records.ts";
import { userColumns, userRolesTable, userScopesTable, usersTable } from "#features/access/users/api/tables.ts";
import { type users } from "#features/access/users/contract.ts";
import { userLimits, categoryOf } from "#features/access/users/rules.ts";

/** All data that any feature stores about one user, and their entries in the audit log. Refuses with `not_found`. */
export async function exportUser(
  ctx: Ctx,
  { id }: Input<typeof users.exportPerson>,
): Promise<Output<typeof users.exportPerson>> {
  await requireUser(ctx, { id });
  const kept: [string, unknown][] = [["exportedAt", ctx.now]];
  for (const { name, read } of ctx.catalogue.personal) {
    const found = await read(ctx, { userId: id });
    if (found !== null) kept.push([name, found]);
  }
  const events = await readActivityOfUser(ctx, { userId: id, limit: userLimits.exportedEventsMax + 1 });
  kept.push(["log", events.slice(0, userLimits.exportedEventsMax)]);
  kept.push(["logIsComplete", events.length <= userLimits.exportedEventsMax]);
  return Object.fromEntries(kept);
}

/** The user's profile, their permissions, and the emails waiting to be sent to them. */
export const userRecords: PersonalRecords = {
  name: "account",
  read: async (ctx, { userId }) => {
    const [user] = await ctx.db.select(userColumns).from(usersTable).where(eq(usersTable.id, userId));
    if (user === undefined) return null;
    const { sortKey: _sort, searchKey: _search, emailKey: _key, lastSignInKey: _last, categoryId, ...told } = user;
    const roles = await heldRolesOf(ctx, [userId]);
    const scopes = await boundScopesOf(ctx, [userId]);
    const emailChange = await readEmailChange(ctx, userId);
    return {
      ...told,
      category: categoryOf(categoryId),
      roles: roles.get(userId) ?? [],
      scopes: scopes.get(userId) ?? [],
      emailChange,
    };
  },
  erase: async (ctx, { userId }) => {
    await cancelEmailChange(ctx, userId);
    await ctx.db.delete(userRolesTable).where(eq(userRolesTable.userId, userId));
    await ctx.db.delete(userScopesTable).where(eq(userScopesTable.userId, userId));
    await cancelJobsOf(ctx, emailJobKind, userId);
  },
};
