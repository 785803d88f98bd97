import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { covers, parseGrant, permissionsOf, type Permissions, type RowScope } from "#base/grants.ts";
import type { Ctx } from "#api/context.ts";
import { readHeld } from "#features/access/users/api/service/rights.ts";
import { userRolesTable, userScopesTable } from "#features/access/users/api/tables.ts";
import { type MissingRights, userRefusals } from "#features/access/users/contract.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

// Users can't grant what they don't hold (domain 1.13). Held means valid now; granted includes what starts later.

/** What a user holds, as far as it determines what they can grant. */
export type Holder = {
  readonly userId: string;
  readonly permissions: Permissions;
  /** As written in the roles; only users who hold a wildcard can grant it. */
  readonly grants: readonly string[];
  readonly scopes: readonly RowScope[];
};

/**
 * The granting user as stored inside the transaction of `ctx`, not as of the start of the call. Null for the system
 * itself, which may grant anything. An API key has no roles of its own, so no wildcards either.
 */
export async function granterOf(ctx: Ctx): Promise<Holder | null> {
  const { actor } = ctx;
  if (actor === null) return null;
  if (actor.kind !== "user" || actor.isViewingAs) return { ...actor, grants: [] };
  const held = await readHeld(ctx, actor.userId);
  return { userId: actor.userId, ...held };
}

/** Everything that a user has or will have: expired roles are left out. */
export async function holderOf(ctx: Ctx, userId: string): Promise<Pick<Holder, "userId" | "grants" | "scopes">> {
  const { validTo } = userRolesTable;
  const roles = await ctx.db
    .select({
      grants: sql<string[]>`(select roles.grants from ${rolesTable} where roles.id = ${userRolesTable.roleId})`,
    })
    .from(userRolesTable)
    .where(and(eq(userRolesTable.userId, userId), or(isNull(validTo), gt(validTo, ctx.now))));
  const scopes = await ctx.db
    .select({ kind: userScopesTable.kind, target: userScopesTable.target })
    .from(userScopesTable)
    .where(eq(userScopesTable.userId, userId));
  return { userId, grants: roles.flatMap(({ grants }) => grants), scopes };
}

type WantedRole = {
  /** What is granted, as roles write it. */
  readonly grants: readonly string[];
  /** The scopes that are added. */
  readonly scopes?: readonly RowScope[];
  /** The user who would hold it. */
  readonly of: Pick<Holder, "grants" | "scopes">;
};

/**
 * The rights that the other user would hold and the granting user lacks; null if there are none.
 *
 * A grant `@scope` extends to all scopes of its user. So every pair of such a grant and a scope is checked if either of
 * the two is new: the granting user must hold the grant for all rows, or inside that scope.
 */
export function missingFrom(
  { catalogue }: Pick<Ctx, "catalogue">,
  giver: Holder,
  wanted: WantedRole,
): MissingRights | null {
  const known = catalogue.permissions;
  const grants = new Set(wanted.grants.filter((grant) => !mayGive(giver, grant, known)));
  const scopes = new Set<string>();
  const newScopes = wanted.scopes ?? [];
  for (const scope of newScopes) if (!reachesInto(catalogue, giver, scope)) scopes.add(spell(scope));
  const pairs = [
    ...wanted.of.scopes.map((scope) => ({ scope, under: wanted.grants })),
    ...newScopes.map((scope) => ({ scope, under: wanted.of.grants })),
  ];
  for (const { scope, under } of pairs) {
    for (const permission of scopedPermissions(under, known)) {
      if (holdsInside(giver, permission, scope)) continue;
      grants.add(`${permission}@scope`);
      scopes.add(spell(scope));
    }
  }
  return grants.size + scopes.size === 0 ? null : { grants: [...grants].sort(), scopes: [...scopes].sort() };
}

/** Refuses with `grants_too_much` and the rights that the granting user lacks. */
export function requireGivable(ctx: Ctx, giver: Holder | null, wanted: WantedRole): void {
  const missing = giver && missingFrom(ctx, giver, wanted);
  if (missing) throw userRefusals.grants_too_much(missing);
}

/** The rights that `userId` has or will have and the caller lacks; null if there are none, or for the caller itself. */
export async function rightsAbove(ctx: Ctx, userId: string): Promise<MissingRights | null> {
  const granter = await granterOf(ctx);
  if (granter === null || granter.userId === userId) return null;
  const holder = await holderOf(ctx, userId);
  return missingFrom(ctx, granter, { grants: holder.grants, of: holder });
}

/**
 * Refuses with `holds_more` if there are `rightsAbove`: a caller who decides about an account, reads its mailed links
 * or revokes its roles could otherwise get its rights, or deprive others of them.
 */
export async function requireNotAbove(ctx: Ctx, userId: string): Promise<void> {
  const missing = await rightsAbove(ctx, userId);
  if (missing) throw userRefusals.holds_more(missing);
}

function mayGive(giver: Holder, text: string, known: readonly string[]): boolean {
  const grant = parseGrant(text);
  // A grant that can't be parsed never has an effect.
  if (grant === null) return true;
  const isWildcard = grant.permission.startsWith("*");
  return covers(giver.permissions, grant, known) && (!isWildcard || hasWildcard(giver, text));
}

/** `*` includes the permissions of future releases: holding all of today's permissions is less. */
function hasWildcard({ grants }: Holder, text: string): boolean {
  const { permission, limit } = parseGrant(text)!;
  const isEnough = (own: string) => {
    const held = parseGrant(own);
    const isAsWide = held?.permission === "*" || held?.permission === permission;
    return isAsWide && (held.limit === "all" || held.limit === limit);
  };
  return grants.some(isEnough);
}

const scopedPermissions = (grants: readonly string[], known: readonly string[]): string[] => [
  ...permissionsOf(
    known,
    grants.filter((grant) => parseGrant(grant)?.limit === "scope"),
  ).keys(),
];

const holdsInside = ({ permissions, scopes }: Holder, permission: string, scope: RowScope): boolean => {
  const limits = permissions.get(permission) ?? [];
  return limits.includes("all") || (limits.includes("scope") && has(scopes, scope));
};

/** A scope is held by users assigned to it, and by users whose permissions for its resources are all unlimited. */
function reachesInto({ scopedRows }: Ctx["catalogue"], { permissions, scopes }: Holder, scope: RowScope): boolean {
  if (has(scopes, scope)) return true;
  const limited = new Set(scopedRows.filter(({ by }) => by[scope.kind] !== undefined).map(({ resource }) => resource));
  const held = [...permissions].filter(([permission]) => limited.has(permission.slice(0, permission.indexOf("."))));
  return held.length > 0 && held.every(([, limits]) => limits.includes("all"));
}

const has = (scopes: readonly RowScope[], { kind, target }: RowScope) =>
  scopes.some((scope) => scope.kind === kind && scope.target === target);

const spell = ({ kind, target }: RowScope) => `${kind}:${target}`;
