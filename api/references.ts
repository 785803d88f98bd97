import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";

/** The number of rows that refer to a record, by table. */
export type References = Readonly<Record<string, number>>;

/**
 * Counts the rows that refer to the record by foreign key, by table, leaving out tables with none.
 *
 * Reads the database's catalogue, so that tables of later features are counted without a change here. For explaining
 * why a record can't be deleted: the foreign key itself prevents it.
 */
export async function countReferences(ctx: Ctx, table: PgTable, id: string): Promise<References> {
  const counts: Record<string, number> = {};
  for (const key of await readKeys(ctx, table)) {
    const [found] = rowsOf<{ count: number }>(
      await ctx.db.execute(
        sql`select count(*)::int as count from ${sql.identifier(key.table)} where ${sql.identifier(key.column)} = ${id}::uuid`,
      ),
    );
    if (found!.count > 0) counts[key.table] = (counts[key.table] ?? 0) + found!.count;
  }
  return counts;
}

/**
 * The condition that some row prevents deleting a record of this table; rows that would be deleted along do not count.
 */
export async function isReferenced(ctx: Ctx, table: PgTable): Promise<SQL<boolean>> {
  const id = sql`${table}.${sql.identifier("id")}`;
  const keeping = (await readKeys(ctx, table)).filter(({ isCascading }) => !isCascading);
  const kept = keeping.map(
    (key) =>
      sql`exists (select from ${sql.identifier(key.table)} as kept where kept.${sql.identifier(key.column)} = ${id})`,
  );
  return kept.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(kept, sql` or `)})`;
}

type Key = { readonly table: string; readonly column: string; readonly isCascading: boolean };

/** The columns of other tables that refer to this one. */
async function readKeys(ctx: Ctx, table: PgTable): Promise<Key[]> {
  return rowsOf<Key>(
    await ctx.db.execute(sql`
      select class.relname as "table", attribute.attname as "column", reference.confdeltype = 'c' as "isCascading"
        from pg_constraint as reference
        join pg_class as class on class.oid = reference.conrelid
        join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum = reference.conkey[1]
       where reference.contype = 'f' and reference.confrelid = ${getTableName(table)}::regclass
         and cardinality(reference.conkey) = 1
       order by class.relname, attribute.attname`),
  );
}

const rowsOf = <Row>(result: unknown) => (result as { rows: Row[] }).rows;
