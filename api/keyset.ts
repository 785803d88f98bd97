import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Columns, RowOf } from "#api/columns.ts";
import type { Db } from "#api/context.ts";
import type { Cursor } from "#api/cursor.ts";
import { decoded, readArrays, rowFrom, selectionFrom, selectionOf } from "#api/statements.ts";

export type Order = {
  readonly sort: string;
  readonly direction: "asc" | "desc";
  readonly columns: readonly [PgColumn, ...PgColumn[]];
};

/** A page of an ordered list, after or before a cursor or from one end. */
export type KeysetQuery<Shown extends Columns> = {
  readonly table: PgTable;
  /** Read instead of the table, under its name. */
  readonly from?: SQL | undefined;
  readonly shown: Shown;
  readonly order: Order;
  /** Conditions that exclude each other; the list contains rows that match any of them. */
  readonly branches: readonly (SQL | undefined)[];
  /** The best plan does not depend on the values in the conditions. */
  readonly hasStablePlan: boolean;
  readonly limit: number;
  /** Null starts at the list's end that the walk comes from. */
  readonly cursor: Cursor | null;
  readonly isBackward?: boolean;
  /** Finds all rows and sorts them, instead of reading in their order until there are enough. */
  readonly findsFirst?: boolean;
};

export type KeysetPage<Shown extends Columns> = {
  /** In the list's order, whatever the direction of the walk. */
  readonly rows: RowOf<Shown>[];
  readonly firstKey: string[] | undefined;
  readonly lastKey: string[] | undefined;
  /** There are more rows in the direction of the walk. */
  readonly hasMore: boolean;
};

/** Reads the next rows of the walk. Costs the same wherever it starts. */
export async function readKeysetPage<Shown extends Columns>(
  db: Db,
  requested: KeysetQuery<Shown>,
): Promise<KeysetPage<Shown>> {
  const { table, shown, order, hasStablePlan, limit, isBackward = false } = requested;
  const layout = layoutOf(table, shown, order.columns);
  const { names, columns } = layout;
  const found = await readArrays(db, statementOf(requested, layout), { hasStablePlan });
  const hasMore = found.length > limit;
  if (hasMore) found.pop();
  if (isBackward) found.reverse();
  const keyOf = (values: unknown[] | undefined) =>
    values && order.columns.map((column, place) => String(decoded(column, values[names.length + place])));
  return {
    rows: found.map((values) => rowFrom(names, columns, values) as RowOf<Shown>),
    firstKey: keyOf(found[0]),
    lastKey: keyOf(found.at(-1)),
    hasMore,
  };
}

function statementOf(
  {
    order: { columns, direction },
    from,
    branches,
    cursor,
    limit,
    isBackward = false,
    findsFirst = false,
  }: KeysetQuery<Columns>,
  { names, columns: all, selection: ofTable }: Layout,
): SQL {
  const selection = from === undefined ? ofTable : selectionFrom(all, from);
  // Walking backward means walking forward in the opposite order, and reversing the rows.
  const isAscending = (direction === "asc") !== isBackward;
  const beyond = cursor === null ? undefined : isBeyond(columns, cursor.key, isAscending);
  // A literal, because a plan for any limit assumes a tenth of the table. One extra row shows whether there are more.
  const first = sql.raw(`limit ${limit + 1}`);
  const orderBy = (places: readonly SQL[]) => {
    const parts = places.map((place) => sql`${place} ${sql.raw(isAscending ? "asc" : "desc")}`);
    return sql`order by ${sql.join(parts, sql.raw(", "))} ${first}`;
  };
  // No index has the order of an expression.
  const byColumns = orderBy(
    columns.map((column, place) => (findsFirst && place === 0 ? sql`(${column} || '')` : sql`${column}`)),
  );
  const selects = branches.map((branch) => {
    const where = and(branch, beyond);
    return sql`${selection}${where && sql` where ${where}`} ${byColumns}`;
  });
  if (selects.length === 1) return selects[0]!;
  const byPlaces = orderBy(columns.map((_, place) => sql.raw(String(names.length + place + 1))));
  return sql`(${sql.join(selects, sql.raw(") union all ("))}) ${byPlaces}`;
}

/** `(a, b) > (1, 2)`: one comparison of rows, for which one index over the columns is enough. */
function isBeyond(columns: readonly PgColumn[], key: readonly string[], isAscending: boolean): SQL {
  const values = columns.map((column, place) => sql`${key[place]}::${sql.raw(column.getSQLType())}`);
  const left = sql.join([...columns], sql`, `);
  return sql`(${left}) ${sql.raw(isAscending ? ">" : "<")} (${sql.join(values, sql`, `)})`;
}

type Layout = { readonly names: readonly string[]; readonly columns: readonly PgColumn[]; readonly selection: SQL };
const layouts = new WeakMap<readonly PgColumn[], WeakMap<Columns, Layout>>();

/** The columns shown, followed by those of the order. The same for every page, so it is computed once. */
function layoutOf(table: PgTable, shown: Columns, ordered: readonly PgColumn[]): Layout {
  const byShown = layouts.get(ordered) ?? new WeakMap<Columns, Layout>();
  layouts.set(ordered, byShown);
  const known = byShown.get(shown);
  if (known) return known;
  const columns = [...Object.values(shown), ...ordered];
  const layout = { names: Object.keys(shown), columns, selection: selectionOf(columns, table) };
  byShown.set(shown, layout);
  return layout;
}
