import { getTableName, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#api/context.ts";

// For the reads on every screen. Drizzle's builder takes as long for a list of twenty columns as the server takes for its
// rows; here only the conditions are built each time.

const dialect = new PgDialect();

/** The rows of a statement as arrays, as the driver reads them. */
export function readArrays(db: Db, query: SQL, { isSteady }: { isSteady: boolean }): Promise<unknown[][]> {
  const built = dialect.sqlToQuery(query);
  const name = isSteady ? nameOf(built.sql) : undefined;
  return db._.session
    .prepareQuery<{ execute: unknown[][]; all: never; values: never }>(built, undefined, name, true, (rows) => rows)
    .execute();
}

type Kept = { readonly execute: (values: Record<string, unknown>) => Promise<unknown[][]> };

/** As `readArrays`, for a statement that never differs but in the values of its placeholders: it is put together once. */
export function keptStatement(query: SQL): (db: Db, values: Record<string, unknown>) => Promise<unknown[][]> {
  const built = dialect.sqlToQuery(query);
  const prepared = new WeakMap<Db, Kept>();
  return (db, values) => {
    const known: Kept =
      prepared.get(db) ??
      db._.session.prepareQuery<{ execute: unknown[][]; all: never; values: never }>(
        built,
        undefined,
        nameOf(built.sql),
        true,
        (rows) => rows,
      );
    prepared.set(db, known);
    return known.execute(values);
  };
}

const namesByText = new Map<string, string>();
/** Each costs memory in every connection, so a list with many filters must not fill it with their combinations. */
const namesMax = 200;

/** A statement under a name is read once a connection, and planned once if the plan does not depend on its values. */
function nameOf(text: string): string | undefined {
  const known = namesByText.get(text);
  if (known !== undefined || namesByText.size >= namesMax) return known;
  const name = `mizan_${namesByText.size}`;
  namesByText.set(text, name);
  return name;
}

const listsByColumns = new WeakMap<readonly PgColumn[], string>();

/** `"t"."a", "t"."b"`, spelled once. */
function listOf(columns: readonly PgColumn[]): string {
  const known = listsByColumns.get(columns);
  if (known !== undefined) return known;
  const list = columns.map((column) => dialect.sqlToQuery(sql`${column}`).sql).join(", ");
  listsByColumns.set(columns, list);
  return list;
}

/** `select "t"."a", "t"."b" from "t"`. */
export const selectionOf = (columns: readonly PgColumn[], table: PgTable): SQL =>
  sql.raw(`select ${listOf(columns)} from ${dialect.escapeName(getTableName(table))}`);

/** `returning "t"."a", "t"."b"`. */
export const returningOf = (columns: readonly PgColumn[]): SQL => sql.raw(`returning ${listOf(columns)}`);

/** A value as the column's type has it in this program. */
export const decoded = (column: PgColumn, value: unknown): unknown =>
  value === null ? null : column.mapFromDriverValue(value);

/** The values of a row under their names; what stands behind the last name is left out. */
export function rowFrom(
  names: readonly string[],
  columns: readonly PgColumn[],
  values: readonly unknown[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let place = 0; place < names.length; place++) row[names[place]!] = decoded(columns[place]!, values[place]);
  return row;
}
