import { eq, getTableColumns } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { countHolders } from "#features/access/roles/api/service/holders.ts";
import { roleRows } from "#features/access/roles/api/service/records.ts";
import { type RoleRecord, rolesTable as table } from "#features/access/roles/api/tables.ts";
import type { RoleRow, roles } from "#features/access/roles/contract.ts";
import { knownPermissions } from "#features/access/users/api/service/rights.ts";

const columns = getTableColumns(table);

/** The one definition behind the list and its export. */
export const roleList: ListDefinition<typeof columns, Input<typeof roles.list>> = {
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  sorts: {
    title: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    isSystem: (isSystem) => eq(table.isSystem, isSystem),
    needsSecondFactor: (needs) => eq(table.needsSecondFactor, needs),
    userCategory: (ids) => isAnyOf(table.userCategoryId, ids),
  },
  scope: (ctx) => scopeCondition(ctx, roleRows),
};

/** Refuses with `invalid_cursor`. */
export async function listRoles(ctx: Ctx, input: Input<typeof roles.list>): Promise<Output<typeof roles.list>> {
  const found = await readPage(ctx, roleList, input);
  return { ...found, rows: await counted(ctx, found.rows) };
}

/** Rows with what is counted: of people now, of permissions among those that there are. */
export async function counted(ctx: Ctx, records: readonly RoleRecord[]): Promise<RoleRow[]> {
  const counts = await countHolders(
    ctx,
    records.map(({ id }) => id),
  );
  return records.map((record) => ({
    ...record,
    usersCount: counts.get(record.id) ?? 0,
    permissionsCount: knownPermissions(ctx.catalogue, record.grants).size,
  }));
}
