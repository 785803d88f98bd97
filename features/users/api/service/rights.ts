import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { commonRefusals } from "#base/refusal.ts";
import { type Permissions, permissionsOf, type RowScope, type ScopeKind } from "#base/grants.ts";
import type { Catalogue, Ctx } from "#api/context.ts";

/** What a person holds, as the columns below bring it. */
export type HeldRights = { readonly roles: string[]; readonly grants: string[]; readonly scopes: string[] };

export type Rights = {
  /** Codes of the roles that are valid at the moment asked for. */
  readonly roles: readonly string[];
  readonly permissions: Permissions;
  readonly scopes: readonly RowScope[];
};

/**
 * The columns, for a statement that reads a person: the one of every request (features/session) must not be two.
 * `now` decides which roles are valid.
 */
export const rightsColumns = (userId: PgColumn | SQL, now: SQL) => ({
  roles: sql<string[]>`(select held.codes from (${heldRoles(userId, now)}) as held)`,
  grants: sql<string[]>`(select string_to_array(held.grants, E'\\n') from (${heldRoles(userId, now)}) as held)`,
  scopes: sql<string[]>`coalesce(string_to_array(${heldScopes(userId)}, E'\\n'), '{}')`,
});

/**
 * The same of the roles in one walk, for the statement of every request: `codes` as an array, `grants` a line each, and
 * whether any asks for a second factor.
 */
export const heldRoles = (userId: PgColumn | SQL, now: SQL): SQL => sql`
  select coalesce(array_agg(roles.code order by user_roles.granted_at, roles.code), '{}') as codes,
         coalesce(string_agg(array_to_string(roles.grants, E'\\n'), E'\\n'), '') as grants,
         coalesce(bool_or(roles.needs_second_factor), false) as asks_for_second_factor
    from ${validRoles(userId, now)}`;

/** What somebody is bound to, a line each. */
export const heldScopes = (userId: PgColumn | SQL): SQL => sql`
  (select string_agg(user_scopes.kind || ':' || user_scopes.target, E'\\n')
     from user_scopes where user_scopes.user_id = ${userId})`;

const validRoles = (userId: PgColumn | SQL, now: SQL) => sql`
  user_roles join roles on roles.id = user_roles.role_id
   where user_roles.user_id = ${userId}
     and (user_roles.valid_from is null or user_roles.valid_from <= ${now})
     and (user_roles.valid_to is null or ${now} < user_roles.valid_to)`;

/** Whether a role that is valid at `now` asks for a second factor. */
export const asksForSecondFactor = (userId: PgColumn | SQL, now: SQL): SQL =>
  sql`exists (select 1 from ${validRoles(userId, now)} and roles.needs_second_factor)`;

/** What the columns mean here and now. */
export const rightsOf = (catalogue: Catalogue, { roles, grants, scopes }: HeldRights): Rights => ({
  roles,
  permissions: knownPermissions(catalogue, grants),
  scopes: scopes.map(scopeFrom),
});

function scopeFrom(text: string): RowScope {
  const colon = text.indexOf(":");
  return { kind: text.slice(0, colon) as ScopeKind, target: text.slice(colon + 1) };
}

const permissionSets = new WeakMap<Catalogue, Map<string, Permissions>>();
const permissionSetsMax = 1000;

/** Equal lists of grants share one set, as it is made at every request. */
export function knownPermissions(catalogue: Catalogue, grants: readonly string[]): Permissions {
  const sets = permissionSets.get(catalogue) ?? new Map<string, Permissions>();
  permissionSets.set(catalogue, sets);
  const key = grants.join("\n");
  const known = sets.get(key);
  if (known) return known;
  if (sets.size >= permissionSetsMax) sets.clear();
  const made = permissionsOf(catalogue.permissions, grants);
  sets.set(key, made);
  return made;
}

/** What a person may do at this moment. Refuses with `not_found`. */
export const readRights = async (ctx: Ctx, { userId }: { userId: string }): Promise<Rights> => readHeld(ctx, userId);

/** The same with the grants as the roles write them. */
export async function readHeld(ctx: Ctx, userId: string): Promise<Rights & Pick<HeldRights, "grants">> {
  const columns = rightsColumns(sql`users.id`, sql`${ctx.now}::timestamptz`);
  const [found] = await ctx.db.select(columns).from(sql`users`).where(sql`users.id = ${userId}::uuid`);
  if (found === undefined) throw commonRefusals.not_found();
  return { ...rightsOf(ctx.catalogue, found), grants: found.grants };
}

/** The same for a role by itself, which is bound to nothing. Refuses with `not_found`. */
export async function readRightsOfRole(ctx: Ctx, { roleId }: { roleId: string }): Promise<Rights> {
  const [found] = await ctx.db
    .select({ code: sql<string>`roles.code`, grants: sql<string[]>`roles.grants` })
    .from(sql`roles`)
    .where(sql`roles.id = ${roleId}::uuid`);
  if (found === undefined) throw commonRefusals.not_found();
  return rightsOf(ctx.catalogue, { roles: [found.code], grants: found.grants, scopes: [] });
}
