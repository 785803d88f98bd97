import { asc } from "drizzle-orm";
import type { Output } from "#base/contract.ts";
import { actionOf, resourceOf } from "#base/grants.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { offeredLimits } from "#features/access/roles/api/service/grants.ts";
import { readRole } from "#features/access/roles/api/service/records.ts";
import { userCategoriesTable } from "#features/access/roles/api/tables.ts";
import type { Grantable, roles } from "#features/access/roles/contract.ts";
import { knownPermissions } from "#features/access/users/api/service/rights.ts";

/** All that a role can grant: the permissions that the operations of this release require. */
export async function readGrantable(ctx: Ctx): Promise<Output<typeof roles.grantable>> {
  const { operations, permissions } = ctx.catalogue;
  const dangerous = new Set<string>(operations.filter((each) => each.isDangerous).map(({ permission }) => permission));
  const { permissions: held } = actorOf(ctx);
  return {
    permissions: permissions.map(
      (permission): Grantable => ({
        permission,
        resource: resourceOf(permission),
        action: actionOf(permission),
        isDangerous: dangerous.has(permission),
        limits: offeredLimits(ctx.catalogue, permission),
        held: [...(held.get(permission) ?? [])],
      }),
    ),
    userCategories: await ctx.db
      .select({ id: userCategoriesTable.id, code: userCategoriesTable.code })
      .from(userCategoriesTable)
      .orderBy(asc(userCategoriesTable.id)),
  };
}

/** The menu of a user with only this role. Refuses with `not_found`. */
export async function readRoleMenu(ctx: Ctx, { id }: { id: string }): Promise<Output<typeof roles.menu>> {
  const { grants } = await readRole(ctx, id);
  const held = knownPermissions(ctx.catalogue, grants);
  const { menu } = ctx.catalogue;
  const ids = [...new Set(menu.map((section) => section.id))];
  const sections = ids.map((sectionId) => {
    const parts = menu.filter((section) => section.id === sectionId);
    const entries = parts.flatMap((part) =>
      part.entries
        .filter(({ needs: { permission } }) => permission === "session" || held.has(permission))
        .map(({ id: entryId, title, link, needs: { permission } }) => ({ id: entryId, title, link, permission })),
    );
    return { id: sectionId, title: parts[0]!.title, entries };
  });
  return { sections: sections.filter(({ entries }) => entries.length > 0) };
}
