import { eq, type SQL, sql } from "drizzle-orm";
import type { RowScope } from "#base/grants.ts";
import type { Actor, Ctx } from "#api/context.ts";
import type { HomeFigure } from "#api/home.ts";
import { scopeFor } from "#api/scopeCondition.ts";
import { userScopesTable, usersTable } from "#features/access/users/api/tables.ts";

/** Rows for which a figure is counted every hour: all (null), or those in the scopes of some user. */
export type CountedScope = readonly RowScope[] | null;

/**
 * The key of a set of scopes in `figure_days`, as SQL. A set and not a scope: the figures of a user with a brand and a
 * country are not the sum of both, which overlap.
 */
export function scopeKey(scopes: CountedScope): SQL {
  return scopes === null ? sql`'all'` : sql`md5(${textOf(scopes)}::text)`;
}

const textOf = (scopes: readonly RowScope[]) =>
  scopes
    .map(({ kind, target }) => `${kind}:${target}`)
    .sort()
    .join(" ");

/** The rows of the figure that this user sees, if these are counted every hour. Undefined: they are not. */
export function countedScopeOf({ permissions, scopes }: Actor, { operation }: HomeFigure): CountedScope | undefined {
  const limits = permissions.get(operation.permission) ?? [];
  if (limits.includes("all")) return null;
  return limits.length === 1 && limits[0] === "scope" && scopes.length > 0 ? scopes : undefined;
}

/** All rows, and the different sets of scopes that active users have. */
export async function liveScopes(ctx: Ctx): Promise<CountedScope[]> {
  const { userId, kind, target } = userScopesTable;
  const rows = await ctx.db
    .select({ userId, kind, target })
    .from(userScopesTable)
    .innerJoin(usersTable, eq(usersTable.id, userId))
    .where(eq(usersTable.status, "active"));
  const byUser = new Map<string, RowScope[]>();
  for (const { userId: user, ...scope } of rows) byUser.set(user, [...(byUser.get(user) ?? []), scope]);
  const sets = [...byUser.values()];
  return [null, ...new Map(sets.map((scopes) => [textOf(scopes), scopes])).values()];
}

/** The condition for these rows. */
export const conditionOf = ({ operation, rows }: HomeFigure, scopes: CountedScope): SQL | undefined =>
  scopes === null
    ? undefined
    : scopeFor(
        { userId: "", permissions: new Map([[operation.permission, ["scope"]]]), scopes },
        rows,
        operation.permission,
      );
