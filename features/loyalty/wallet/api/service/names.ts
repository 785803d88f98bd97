import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

export type Names = ReadonlyMap<string, string>;

const tables = {
  brands: { table: brandsTable, id: brandsTable.id, name: brandsTable.name },
  retailers: { table: retailersTable, id: retailersTable.id, name: retailersTable.tradingName },
  users: { table: usersTable, id: usersTable.id, name: usersTable.name },
} as const;

/** Names of records by id, for rows that mention them. */
export async function namesOf(ctx: Ctx, kind: keyof typeof tables, ids: readonly (string | null)[]): Promise<Names> {
  const { table, id, name } = tables[kind];
  return readNames(ctx, ids, (wanted) =>
    ctx.db
      .select({ id, name: sql<string>`${name}` })
      .from(table)
      .where(wanted(id)),
  );
}

/** A member's name; else the end of the ID. Contacts are never shown here. */
export async function memberNames(ctx: Ctx, ids: readonly string[]): Promise<Names> {
  const found = await readNames(ctx, ids, (wanted) =>
    ctx.db
      .select({
        id: membersTable.id,
        name: sql<string>`coalesce(${membersTable.displayName}, right(${membersTable.id}::text, 8))`,
      })
      .from(membersTable)
      .where(wanted(membersTable.id)),
  );
  return new Map(ids.map((id) => [id, found.get(id) ?? id.slice(-8)]));
}

async function readNames(
  _ctx: Ctx,
  ids: readonly (string | null)[],
  read: (wanted: (column: PgColumn) => SQL) => PromiseLike<{ id: string; name: string }[]>,
): Promise<Names> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await read((column) => (wanted.length === 1 ? eq(column, wanted[0]) : inArray(column, wanted)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
