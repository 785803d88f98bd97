import { getTableName, type Query, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#api/db.ts";
import { batch, shared } from "#api/batch.ts";

// For the reads of every screen. Drizzle's query builder takes as long for a list of twenty columns as the server for
// its rows; here only the conditions are built each time.

const dialect = new PgDialect();

/** The rows of a statement as arrays, as the driver reads them. */
export const readArrays = (db: Db, query: SQL, { hasStablePlan }: { hasStablePlan: boolean }): Promise<unknown[][]> =>
  runBuilt(db, dialect.sqlToQuery(query), hasStablePlan);

/** The last statement of a transaction, which is not a savepoint. A driver that can sends it together with the `commit`. */
export async function runLast(db: Db, query: SQL): Promise<void> {
  const built = dialect.sqlToQuery(query);
  const name = nameOf(built.sql);
  await prepared(db, built, name && `${lastPrefix}${name}`).execute();
}

const lastPrefix = "last ";

/** Of the name of a prepared statement. */
export const isLastStatement = (name: string): boolean => name.startsWith(lastPrefix);

/** Like `readArrays`, for expensive statements that are the same for many callers: simultaneous calls share one. */
export function readShared(db: Db, query: SQL, { hasStablePlan }: { hasStablePlan: boolean }): Promise<unknown[][]> {
  const built = dialect.sqlToQuery(query);
  const read = sharedReads.get(db) ?? shared<unknown[][]>();
  sharedReads.set(db, read);
  return read(JSON.stringify([built.sql, built.params]), () => runBuilt(db, built, hasStablePlan));
}

/** By connection, because a transaction sees its own uncommitted rows. */
const sharedReads = new WeakMap<Db, ReturnType<typeof shared<unknown[][]>>>();

function runBuilt(db: Db, built: Query, hasStablePlan: boolean): Promise<unknown[][]> {
  return prepared(db, built, hasStablePlan ? nameOf(built.sql) : undefined).execute();
}

type PreparedQuery = { readonly execute: (values?: Record<string, unknown>) => Promise<unknown[][]> };

const prepared = (db: Db, built: Query, name: string | undefined): PreparedQuery =>
  db._.session.prepareQuery<{ execute: unknown[][]; all: never; values: never }>(
    built,
    undefined,
    name,
    true,
    (rows) => rows,
  );

/** Like `readArrays`, for a statement that differs only in the values of its placeholders: its text is built once. */
export function preparedStatement(query: SQL): (db: Db, values: Record<string, unknown>) => Promise<unknown[][]> {
  const built = dialect.sqlToQuery(query);
  const queries = new WeakMap<Db, PreparedQuery>();
  return (db, values) => {
    const known = queries.get(db) ?? prepared(db, built, nameOf(built.sql));
    queries.set(db, known);
    return known.execute(values);
  };
}

/**
 * Reads a row by its id, with the values in the order of `columns`; undefined if there is none. Simultaneous calls
 * share a statement, as a screen may open many records and each statement is a round trip to the database.
 */
export function rowReader(
  columns: readonly PgColumn[],
  table: PgTable,
  id: PgColumn,
): (db: Db, id: string) => Promise<unknown[] | undefined> {
  // In a subselect, so that one plan is good for one id and for ten, and is reused.
  const wanted = sql`array(select unnest(${sql.placeholder("ids")}::text[])::${sql.raw(id.getSQLType())})`;
  const read = preparedStatement(sql`${selectionOf([...columns, id], table)} where ${id} = any(${wanted})`);
  const makeReader = (db: Db) =>
    batch(async (ids: readonly string[]) => {
      const rows = await read(db, { ids: [...new Set(ids)] });
      const byId = new Map(rows.map((values) => [values[columns.length] as string, values]));
      return ids.map((each) => byId.get(each));
    });
  const readers = new WeakMap<Db, ReturnType<typeof makeReader>>();
  return (db, wantedId) => {
    const reader = readers.get(db) ?? makeReader(db);
    readers.set(db, reader);
    return reader(wantedId);
  };
}

const namesByText = new Map<string, string>();
/**
 * Each prepared statement costs memory in every connection, so a list with many filters must not fill it with their
 * combinations.
 */
const namesMax = 200;

/** A named statement is parsed once per connection, and planned once if the plan does not depend on its values. */
function nameOf(text: string): string | undefined {
  const known = namesByText.get(text);
  if (known !== undefined || namesByText.size >= namesMax) return known;
  const name = `mizan_${namesByText.size}`;
  namesByText.set(text, name);
  return name;
}

const listsByColumns = new WeakMap<readonly PgColumn[], string>();

/** `"t"."a", "t"."b"`, built once. */
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

/** `select "t"."a", "t"."b" from …`, where something else has the table's name as its alias. */
export const selectionFrom = (columns: readonly PgColumn[], from: SQL): SQL =>
  sql`${sql.raw(`select ${listOf(columns)} from`)} ${from}`;

/** `returning "t"."a", "t"."b"`. */
export const returningOf = (columns: readonly PgColumn[]): SQL => sql.raw(`returning ${listOf(columns)}`);

/** A value as the column's TypeScript type. */
export const decoded = (column: PgColumn, value: unknown): unknown =>
  value === null ? null : column.mapFromDriverValue(value);

/** The values of a row by name; values after the last name are ignored. */
export function rowFrom(
  names: readonly string[],
  columns: readonly PgColumn[],
  values: readonly unknown[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let place = 0; place < names.length; place++) row[names[place]!] = decoded(columns[place]!, values[place]);
  return row;
}
