import { asc, eq, inArray } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/** The title of a role, for callers who may see that a user has it. */
export type RoleTitle = { readonly code: string; readonly title: string; readonly titleI18n: Record<string, string> };

const { code, title, titleI18n } = rolesTable;

/** Sorted by title. Codes of deleted roles are left out. */
export const titlesOfRoles = (ctx: Ctx, codes: readonly string[]): Promise<RoleTitle[]> =>
  codes.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select({ code, title, titleI18n })
        .from(rolesTable)
        .where(inArray(code, [...codes]))
        .orderBy(asc(rolesTable.sortKey));

/** Refuses with `not_found`. */
export async function titleOfRole(ctx: Ctx, id: string): Promise<RoleTitle> {
  const [found] = await ctx.db.select({ code, title, titleI18n }).from(rolesTable).where(eq(rolesTable.id, id));
  if (found === undefined) throw commonRefusals.not_found();
  return found;
}
