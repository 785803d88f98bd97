import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { emailKey } from "#base/emailAddress.ts";
import type { ScopeKind } from "#base/grants.ts";
import type { Page } from "#base/list.ts";
import type { Ctx } from "#api/context.ts";
import { countEach, isAnyOf, type ListDefinition, readPage, whereOf } from "#api/list.ts";
import { type Searchable, searchedList } from "#api/searchable.ts";
import { granterOf, missingFrom } from "#features/access/users/api/service/grantableRoles.ts";
import { boundScopesOf, heldRolesOf, scopesInUse } from "#features/access/users/rights/api/userRoles.ts";
import { userScope } from "#features/access/users/api/service/records.ts";
import { userRolesTable, userScopesTable, usersTable as table } from "#features/access/users/api/tables.ts";
import { users } from "#features/access/users/contract.ts";
import { type UserRow } from "#features/access/users/contract/people.ts";
import { userStatuses, categoryNumber, categoryOf } from "#features/access/users/rules.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

const columns = {
  id: table.id,
  name: table.name,
  email: table.email,
  categoryId: table.categoryId,
  status: table.status,
  lastSignInAt: table.lastSignInAt,
  hasSecondFactor: table.hasSecondFactor,
  createdAt: table.createdAt,
  version: table.version,
};
type ListedRow = Pick<typeof table.$inferSelect, keyof typeof columns>;

/** The one definition behind the list, its counts, its export and its bulk actions. */
export const userList: ListDefinition<typeof columns, Input<typeof users.list>> = {
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  sorts: {
    name: [table.sortKey, table.id],
    email: [table.emailKey, table.id],
    createdAt: [table.createdAt, table.id],
    lastSignIn: [table.lastSignInKey, table.id],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    status: (statuses) => isAnyOf(table.status, statuses),
    category: (categories) => inArray(table.categoryId, categories.map(categoryNumber)),
    role: hasRole,
    scope: isBound,
    neverSignedIn: (never) => (never ? isNull(table.lastSignInAt) : isNotNull(table.lastSignInAt)),
  },
  unless: ({ status, ids }) => (status || ids ? undefined : isNotErased),
  steady: ["status"],
  splitBy: "status",
  scope: userScope,
};

export const searchableUsers: Searchable = {
  resource: "users",
  list: (ctx) => searchedList(ctx, userList),
  operation: users.list,
  title: table.name,
  titleKey: table.sortKey,
  subtitle: table.email,
  exactly: (typed) => (typed.includes("@") ? eq(table.emailKey, emailKey(typed.trim())) : undefined),
  url: (id) => `/apps/user/users/${id}`,
};

const isNotErased: SQL = sql`${table.status} <> 'erased'`;

function hasRole(codes: readonly string[]): SQL {
  return sql`exists (
  select 1
    from ${userRolesTable} join ${rolesTable} on roles.id = ${userRolesTable.roleId}
   where ${eq(userRolesTable.userId, table.id)} and roles.code in ${[...codes]})`;
}

function isBound(texts: readonly string[]): SQL {
  const wanted = texts.map((text) => {
    const colon = text.indexOf(":");
    const kind = text.slice(0, colon) as ScopeKind;
    return and(eq(userScopesTable.kind, kind), eq(userScopesTable.target, text.slice(colon + 1)));
  });
  return sql`exists (select 1 from ${userScopesTable} where ${and(eq(userScopesTable.userId, table.id), or(...wanted))})`;
}

/** Refuses with `invalid_cursor`. */
export async function listUsers(ctx: Ctx, input: Input<typeof users.list>): Promise<Page<UserRow>> {
  const { rows, ...rest } = await readPage(ctx, userList, input);
  return { ...rest, rows: await withHoldings(ctx, rows) };
}

/** The rows of a page with what each person holds: two more statements for all of them. */
export async function withHoldings(ctx: Ctx, rows: readonly ListedRow[]): Promise<UserRow[]> {
  const ids = rows.map(({ id }) => id);
  const [roles, scopes] = await Promise.all([heldRolesOf(ctx, ids), boundScopesOf(ctx, ids)]);
  return rows.map(({ categoryId, ...row }) => ({
    ...row,
    category: categoryOf(categoryId),
    roles: roles.get(row.id) ?? [],
    scopes: scopes.get(row.id) ?? [],
  }));
}

/** One count a status, each with the cap of a list's total. */
export async function countUsersByStatus(
  ctx: Ctx,
  filter: Input<typeof users.countByStatus>,
): Promise<Output<typeof users.countByStatus>> {
  const matching = whereOf(ctx, { ...userList, unless: () => undefined }, filter);
  return { byStatus: await countEach(ctx, table, matching, { column: table.status, values: userStatuses }) };
}

/** Of what people are bound to, as much as a filter can offer. */
const scopeChoicesMax = 250;

type RoleRow = { id: string; code: string; title: string; title_i18n: Record<string, string>; description: string };

/** What the filters, the invitation and the giving of roles choose from. Grants themselves are told by the roles' own area. */
export async function readUserChoices(ctx: Ctx): Promise<Output<typeof users.choices>> {
  const [result, scopes, giver] = await Promise.all([
    ctx.db.execute(
      sql`select id, code, title, title_i18n, description, grants from ${rolesTable} order by sort_key, id`,
    ),
    scopesInUse(ctx, userScope(ctx), scopeChoicesMax),
    granterOf(ctx),
  ]);
  const { rows } = result as { rows: (RoleRow & { grants: string[] })[] };
  const roles = rows.map(({ title_i18n: titleI18n, grants, ...role }) => ({
    ...role,
    titleI18n,
    mayGive: giver === null || missingFrom(ctx, giver, { grants, of: { grants: [], scopes: [] } }) === null,
  }));
  return { roles, scopes };
}
