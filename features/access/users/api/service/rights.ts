import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { commonRefusals } from "#base/refusal.ts";
import { type Permissions, permissionsOf, type RowScope, type ScopeKind } from "#base/grants.ts";
import type { Catalogue, Ctx } from "#api/context.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/** What a user holds, as the columns below return it. */
export type HeldRights = { readonly roles: string[]; readonly grants: string[]; readonly scopes: string[] };

export type Rights = {
  /** Codes of the roles that are valid at the requested time. */
  readonly roles: readonly string[];
  readonly permissions: Permissions;
  readonly scopes: readonly RowScope[];
};

/**
 * The columns for a statement that reads a user: the statement of every request (features/access/session) must stay
 * one. `now` determines which roles are valid.
 */
export const rightsColumns = (userId: PgColumn | SQL, now: SQL) => ({
  roles: sql<string[]>`(select held.codes from (${heldRoles(userId, now)}) as held)`,
  grants: sql<string[]>`(select string_to_array(held.grants, E'\\n') from (${heldRoles(userId, now)}) as held)`,
  scopes: sql<string[]>`coalesce(string_to_array(${heldScopes(userId)}, E'\\n'), '{}')`,
});

const heldRoles = (userId: PgColumn | SQL, now: SQL): SQL => sql`
  select coalesce(array_agg(roles.code order by user_roles.granted_at, roles.code), '{}') as codes,
         coalesce(string_agg(array_to_string(roles.grants, E'\\n'), E'\\n'), '') as grants
    from ${validRoles(userId, now)}`;

/**
 * The same for the statement of every request: a row for each role of a user, and one row for a user without roles,
 * combined by `heldIn`. Aggregating them in the database takes a third longer.
 */
export const heldJoin = (now: SQL): SQL => sql`
  left join (user_roles join ${rolesTable} on roles.id = user_roles.role_id)
       on user_roles.user_id = users.id and ${isValid(now)}`;

/** A user's scopes, one per row. */
function heldScopes(userId: PgColumn | SQL): SQL {
  return sql`
  (select string_agg(user_scopes.kind || ':' || user_scopes.target, E'\\n')
     from user_scopes where user_scopes.user_id = ${userId})`;
}

/** What `heldIn` reads of each row, in this order. */
export const heldColumns: SQL = sql`
  ${heldScopes(sql`users.id`)}, roles.code, array_to_string(roles.grants, E'\\n'), roles.needs_second_factor,
  extract(epoch from user_roles.granted_at)::float8`;

const place = { scopes: 0, code: 1, grants: 2, needsSecondFactor: 3, grantedAt: 4 } as const;

/** The rights in the rows of one user, whose `heldColumns` start at `from`. Roles are in the order of assignment. */
export function heldIn(
  rows: readonly (readonly unknown[])[],
  from: number,
): HeldRights & { asksForSecondFactor: boolean } {
  const ordered =
    rows.length < 2 ? rows : rows.toSorted((a, b) => orderOf(a, from) - orderOf(b, from) || byCode(a, b, from));
  const roles: string[] = [];
  const grants: string[] = [];
  let asksForSecondFactor = false;
  for (const row of ordered) {
    const code = row[from + place.code];
    if (code === null) continue;
    roles.push(code as string);
    grants.push(...linesOf(row[from + place.grants]));
    asksForSecondFactor ||= row[from + place.needsSecondFactor] === true;
  }
  return { roles, grants, scopes: linesOf(rows[0]?.[from + place.scopes]), asksForSecondFactor };
}

const linesOf = (value: unknown) => (value ? (value as string).split("\n") : []);
const orderOf = (row: readonly unknown[], from: number) => Number(row[from + place.grantedAt]);
const byCode = (a: readonly unknown[], b: readonly unknown[], from: number) =>
  String(a[from + place.code]) < String(b[from + place.code]) ? -1 : 1;

const validRoles = (userId: PgColumn | SQL, now: SQL) => sql`
  user_roles join ${rolesTable} on roles.id = user_roles.role_id where user_roles.user_id = ${userId} and ${isValid(now)}`;

const isValid = (now: SQL) => sql`
  (user_roles.valid_from is null or user_roles.valid_from <= ${now})
  and (user_roles.valid_to is null or ${now} < user_roles.valid_to)`;

/** Whether a role that is valid at `now` requires a second factor. */
export const asksForSecondFactor = (userId: PgColumn | SQL, now: SQL): SQL =>
  sql`exists (select 1 from ${validRoles(userId, now)} and roles.needs_second_factor)`;

/** The rights in the columns, with the permissions of this app at this moment. */
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

/** Equal lists of grants share one set, as it is needed at every request. */
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

/** What a user may do at this moment. Refuses with `not_found`. */
export const readRights = async (ctx: Ctx, { userId }: { userId: string }): Promise<Rights> => readHeld(ctx, userId);

/** The same with the grants as written in the roles. */
export async function readHeld(ctx: Ctx, userId: string): Promise<Rights & Pick<HeldRights, "grants">> {
  const columns = rightsColumns(sql`users.id`, sql`${ctx.now}::timestamptz`);
  const [found] = await ctx.db.select(columns).from(sql`users`).where(sql`users.id = ${userId}::uuid`);
  if (found === undefined) throw commonRefusals.not_found();
  return { ...rightsOf(ctx.catalogue, found), grants: found.grants };
}

/** The same for a role alone, without scopes. Refuses with `not_found`. */
export async function readRightsOfRole(ctx: Ctx, { roleId }: { roleId: string }): Promise<Rights> {
  const [found] = await ctx.db
    .select({ code: sql<string>`roles.code`, grants: sql<string[]>`roles.grants` })
    .from(sql`roles`)
    .where(sql`roles.id = ${roleId}::uuid`);
  if (found === undefined) throw commonRefusals.not_found();
  return rightsOf(ctx.catalogue, { roles: [found.code], grants: found.grants, scopes: [] });
}
