import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { covers, parseGrant, permissionsOf, type Permissions, type RowScope } from "#base/grants.ts";
import type { Ctx } from "#api/context.ts";
import { readHeld } from "#features/access/users/api/service/rights.ts";
import { userRolesTable, userScopesTable } from "#features/access/users/api/tables.ts";
import { type MissingRights, userRefusals } from "#features/access/users/contract.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

// Nobody gives what they do not hold (domain 1.13). Held is what is valid at this moment; given is also what begins later.

/** What somebody holds, as far as it decides what they may give. */
export type Holder = {
  readonly userId: string;
  readonly permissions: Permissions;
  /** As the roles write them; a wildcard is given on by those alone who have it. */
  readonly grants: readonly string[];
  readonly scopes: readonly RowScope[];
};

/**
 * Who gives, as the database knows them inside the transaction of `ctx` and not as they were when their call began.
 * Null for Mizan itself, which may give anything. A key has no roles of its own, so no wildcards either.
 */
export async function granterOf(ctx: Ctx): Promise<Holder | null> {
  const { actor } = ctx;
  if (actor === null) return null;
  if (actor.kind !== "user" || actor.isViewingAs) return { ...actor, grants: [] };
  const held = await readHeld(ctx, actor.userId);
  return { userId: actor.userId, ...held };
}

/** Everything that somebody has or will have: roles that are over are left out. */
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
  /** What is given, as roles write it. */
  readonly grants: readonly string[];
  /** What is bound to newly. */
  readonly scopes?: readonly RowScope[];
  /** Who would hold it then. */
  readonly of: Pick<Holder, "grants" | "scopes">;
};

/**
 * What the giver lacks of what the other would hold; null when nothing.
 *
 * A grant `@scope` reaches as far as the scopes of whoever has it. So each such grant is looked at together with each
 * scope as soon as one of both is new: the giver holds it for all rows, or inside that very scope.
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

/** Refuses with `grants_too_much` and what the giver lacks. */
export function requireGivable(ctx: Ctx, giver: Holder | null, wanted: WantedRole): void {
  const missing = giver && missingFrom(ctx, giver, wanted);
  if (missing) throw userRefusals.grants_too_much(missing);
}

/** What `userId` has, or will have, and the caller has not; null where that is nothing. One's own is one's own. */
export async function rightsAbove(ctx: Ctx, userId: string): Promise<MissingRights | null> {
  const granter = await granterOf(ctx);
  if (granter === null || granter.userId === userId) return null;
  const holder = await holderOf(ctx, userId);
  return missingFrom(ctx, granter, { grants: holder.grants, of: holder });
}

/**
 * Refuses with `holds_more` where there are `rightsAbove`: whoever decides about an account, reads its mailed links or
 * takes its roles could else get there, or keep others from it.
 */
export async function requireNotAbove(ctx: Ctx, userId: string): Promise<void> {
  const missing = await rightsAbove(ctx, userId);
  if (missing) throw userRefusals.holds_more(missing);
}

function mayGive(giver: Holder, text: string, known: readonly string[]): boolean {
  const grant = parseGrant(text);
  // What nobody can read means nothing, today and later.
  if (grant === null) return true;
  const isWildcard = grant.permission.startsWith("*");
  return covers(giver.permissions, grant, known) && (!isWildcard || hasWildcard(giver, text));
}

/** `*` means what comes with the next release too: holding all there is today is less. */
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

/** A scope is held by who is bound to it, and by who is not limited in anything that it limits. */
function reachesInto({ scopedRows }: Ctx["catalogue"], { permissions, scopes }: Holder, scope: RowScope): boolean {
  if (has(scopes, scope)) return true;
  const limited = new Set(scopedRows.filter(({ by }) => by[scope.kind] !== undefined).map(({ resource }) => resource));
  const held = [...permissions].filter(([permission]) => limited.has(permission.slice(0, permission.indexOf("."))));
  return held.length > 0 && held.every(([, limits]) => limits.includes("all"));
}

const has = (scopes: readonly RowScope[], { kind, target }: RowScope) =>
  scopes.some((scope) => scope.kind === kind && scope.target === target);

const spell = ({ kind, target }: RowScope) => `${kind}:${target}`;
