import type { Input, Output } from "#base/contract.ts";
import { permissionsOf } from "#base/grants.ts";
import type { Ctx } from "#api/context.ts";
import { limitsBy, requireKnown } from "#features/access/permissions/api/service/catalogue.ts";
import { readHoldersOf } from "#features/access/permissions/api/service/holders.ts";
import { holdersPage, type permissions } from "#features/access/permissions/contract.ts";
import { readAllRoles } from "#features/access/roles/api/service/allRoles.ts";
import { peopleSeen } from "#features/access/roles/api/service/people.ts";

/** The users who have a permission now, and their roles. Refuses with `permission_unknown`. */
export async function listPermissionHolders(
  ctx: Ctx,
  { id, after }: Input<typeof permissions.holders>,
): Promise<Output<typeof permissions.holders>> {
  requireKnown(ctx, id);
  const granting = (await readAllRoles(ctx)).filter((role) => limitsBy(ctx.catalogue, role, id).length > 0);
  const { rows, hiddenCount } = await readHoldersOf(
    ctx,
    granting.map((role) => role.id),
    { isSeen: peopleSeen(ctx), after, limit: holdersPage + 1 },
  );
  return {
    rows: rows.slice(0, holdersPage).map(({ roleIds, ...person }) => {
      const by = granting.filter((role) => roleIds.includes(role.id));
      const limits = permissionsOf(
        [id],
        by.flatMap(({ grants }) => grants),
      ).get(id);
      return {
        ...person,
        limits: [...(limits ?? [])],
        roles: by.map(({ title, titleI18n }) => ({ title, titleI18n })),
      };
    }),
    hasMore: rows.length > holdersPage,
    hiddenCount,
  };
}
