import type { SQL } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

const resource = "users";
/** The permission to read users (features/access/users/contract.ts). */
const readPeople = "users.read";

/**
 * The users whom the caller may see, for statements that read `users` under this name; undefined if they may see all.
 */
export const peopleSeen = (ctx: Ctx): SQL | undefined =>
  scopeCondition(ctx, ctx.catalogue.scopedRows.find((rows) => rows.resource === resource) ?? untold, readPeople);

/** Without a users area, there are no own rows: all or none. */
const untold: ScopePolicy = { resource, table: usersTable, id: usersTable.id, by: {} };
