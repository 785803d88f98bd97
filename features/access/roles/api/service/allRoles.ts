import { asc } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/** A role with its grants as it has them, wildcards among them. */
export type GrantingRole = {
  readonly id: string;
  readonly title: string;
  readonly titleI18n: Record<string, string>;
  readonly isSystem: boolean;
  readonly grants: readonly string[];
};

const { id, title, titleI18n, isSystem, grants } = rolesTable;

/** Every role, by title: there are dozens at most, and who asks what grants something asks all of them. */
export const readAllRoles = (ctx: Ctx): Promise<GrantingRole[]> =>
  ctx.db.select({ id, title, titleI18n, isSystem, grants }).from(rolesTable).orderBy(asc(rolesTable.sortKey));
