import type { Input, Output } from "#base/contract.ts";
import { actionOf, type RowLimit, resourceOf } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Catalogue, Ctx } from "#api/context.ts";
import { limitsOf } from "#api/scopePolicy.ts";
import { countRoleSets, type RoleSet } from "#features/access/permissions/api/service/holders.ts";
import {
  type Permission,
  type PermissionRow,
  permissionRefusals,
  type permissions,
} from "#features/access/permissions/contract.ts";
import {
  actionTitle,
  byAction,
  byResource,
  groupOf,
  permissionTitle,
  resourceGroups,
  resourceTitle,
} from "#features/access/permissions/rules.ts";
import { type GrantingRole, readAllRoles } from "#features/access/roles/api/service/allRoles.ts";
import { knownPermissions } from "#features/access/users/api/service/rights.ts";

/** Refuses with `permission_unknown`. */
export function requireKnown({ catalogue }: Ctx, permission: string): void {
  if (!catalogue.permissions.includes(permission)) throw permissionRefusals.permission_unknown();
}

/**
 * Permissions, by page. There are a few hundred at most, so they are filtered and sorted here. Refuses with
 * `invalid_cursor`.
 */
export async function listPermissions(
  ctx: Ctx,
  input: Input<typeof permissions.list>,
): Promise<Output<typeof permissions.list>> {
  const { limit, count, direction = "asc", sort } = input;
  const start = input.cursor === undefined ? 0 : startOf(input.cursor);
  const found = ctx.catalogue.permissions
    .filter((permission) => isMeant(ctx.catalogue, permission, input))
    .sort(orders[sort]);
  if (direction === "desc") found.reverse();
  const [granting, sets] = await Promise.all([readAllRoles(ctx), countRoleSets(ctx)]);
  const rows = found
    .slice(start, start + limit)
    .map((permission) => rowOf(ctx.catalogue, permission, { granting, sets }));
  return {
    rows,
    next: start + limit < found.length ? String(start + limit) : null,
    previous: start > 0 ? String(Math.max(0, start - limit)) : null,
    total: count === "none" ? null : { count: found.length, isCapped: false },
  };
}

function startOf(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw commonRefusals.invalid_cursor();
  return Number(cursor);
}

const byPlace = (one: string, other: string) =>
  resourceGroups.indexOf(groupOf(resourceOf(one))) - resourceGroups.indexOf(groupOf(resourceOf(other))) ||
  byResource(resourceOf(one), resourceOf(other)) ||
  byAction(actionOf(one), actionOf(other));
const byCode = (one: string, other: string) => (one < other ? -1 : 1);
const orders = { resource: byPlace, id: byCode } as const;

function isMeant(
  catalogue: Catalogue,
  permission: string,
  { any, ids, group, isDangerous, search = "" }: Partial<Input<typeof permissions.list>>,
): boolean {
  if (any && !any.some((filters) => isMeant(catalogue, permission, filters))) return false;
  if (ids && !ids.includes(permission)) return false;
  if (group && !group.includes(groupOf(resourceOf(permission)))) return false;
  if (isDangerous !== undefined && isDangerous !== isMarked(catalogue, permission)) return false;
  const known = ` ${searchKey(textsOf(permission).join(" "))}`;
  return (
    searchKey(search)
      .split(" ")
      // Arabic writes the article joined to its noun, and users search without it.
      .every((word) => known.includes(` ${word}`) || known.includes(` ال${word}`))
  );
}

const textsOf = (permission: string) => [
  permission,
  ...["en", "ar"].flatMap((language) => [
    permissionTitle(permission, language),
    actionTitle(actionOf(permission), language),
    resourceTitle(resourceOf(permission), language),
  ]),
];

const isMarked = ({ operations }: Catalogue, permission: string) =>
  operations.some((each) => each.permission === permission && each.isDangerous);

type GrantingRoles = { readonly granting: readonly GrantingRole[]; readonly sets: readonly RoleSet[] };

function rowOf(catalogue: Catalogue, permission: string, { granting, sets }: GrantingRoles): PermissionRow {
  const by = granting.filter((role) => limitsBy(catalogue, role, permission).length > 0);
  const ids = new Set(by.map(({ id }) => id));
  return {
    id: permission,
    resource: resourceOf(permission),
    action: actionOf(permission),
    group: groupOf(resourceOf(permission)),
    menu: catalogue.menu.flatMap((section) =>
      section.entries
        .filter(({ needs }) => needs.permission === permission)
        .map(({ title, link }) => ({ section: section.title, title, link })),
    ),
    isDangerous: isMarked(catalogue, permission),
    operationsCount: catalogue.operations.filter((each) => each.permission === permission).length,
    rolesCount: by.length,
    usersCount: countWith(sets, ids),
  };
}

const countWith = (sets: readonly RoleSet[], roleIds: ReadonlySet<string>) =>
  sets.filter((set) => set.roleIds.some((id) => roleIds.has(id))).reduce((sum, set) => sum + set.count, 0);

/** The row scope of a role's grants for a permission; null if it does not grant it. */
export const limitsBy = (
  catalogue: Catalogue,
  { grants }: Pick<GrantingRole, "grants">,
  permission: string,
): readonly RowLimit[] => knownPermissions(catalogue, grants).get(permission) ?? [];

/** Refuses with `permission_unknown`. */
export async function getPermission(ctx: Ctx, { id }: Input<typeof permissions.get>): Promise<Permission> {
  requireKnown(ctx, id);
  const { catalogue } = ctx;
  const [granting, sets] = await Promise.all([readAllRoles(ctx), countRoleSets(ctx)]);
  const roles = granting.flatMap((role) => {
    const limits = [...limitsBy(catalogue, role, id)];
    const { grants: _, ...named } = role;
    return limits.length === 0 ? [] : [{ ...named, limits, usersCount: countWith(sets, new Set([role.id])) }];
  });
  return {
    ...rowOf(catalogue, id, { granting, sets }),
    limits: limitsOf(catalogue.scopedRows.find(({ resource }) => resource === resourceOf(id))),
    operations: catalogue.operations
      .filter((each) => each.permission === id)
      .map(({ method, path, summary, isDangerous = false }) => ({ method, path, summary, isDangerous })),
    decides: decidedBy(catalogue, id),
    roles,
  };
}

function decidedBy({ decisions }: Catalogue, permission: string): Permission["decides"] {
  const {
    fields = {},
    fieldsOnceDecided = {},
    transitions = {},
    lift,
  } = decisions.find(({ resource }) => resource === resourceOf(permission)) ?? {};
  const namesOf = (places: Readonly<Record<string, string>>) =>
    Object.keys(places).filter((name) => places[name] === permission);
  return {
    fields: [...namesOf(fields), ...namesOf(fieldsOnceDecided)],
    transitions: namesOf(transitions),
    lifts: lift === permission,
  };
}
