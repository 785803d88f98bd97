import { and } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { rowScope } from "#api/rowScope.ts";
import { brandRows } from "#features/brands/api/service/records.ts";
import { brandsTable } from "#features/brands/api/tables.ts";
import { brands } from "#features/brands/contract.ts";

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The names of brands by id, for what refers to them. Those that the caller may not read are left out. */
export async function brandNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const asked = ids.filter((id) => uuid.test(id));
  const permission = brands.list.permission;
  const mayRead = ctx.actor === null || ctx.actor.permissions.has(permission);
  if (asked.length === 0 || !mayRead) return new Map();
  const { id, name } = brandsTable;
  const rows = await ctx.db
    .select({ id, name })
    .from(brandsTable)
    .where(and(isAnyOf(id, asked), rowScope(ctx, brandRows, permission)));
  return new Map(rows.map((row) => [row.id, row.name]));
}
