import { and, asc, desc, eq, type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { countMax, type ListControl, type Page, type Total } from "#base/list.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { type Cursor, decodeCursor, encodeCursor } from "#api/cursor.ts";
import { decoded, readArrays, rowFrom, selectionOf } from "#api/statements.ts";

/** The fields of a list's input that every list has (`listInput`). */
export type ListControls = {
  readonly search?: string | undefined;
  readonly sort: string;
  readonly direction?: "asc" | "desc" | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly count: "capped" | "exact" | "none";
};
type FilterName<Input> = Exclude<keyof Input, ListControl>;

/** What narrows a list, without order and page. */
export type FilterOf<Input> = { readonly search?: string | undefined } & {
  readonly [Name in FilterName<Input>]?: Input[Name] | undefined;
};

export type Columns = Readonly<Record<string, PgColumn>>;
export type RowOf<Shown extends Columns> = { [Name in keyof Shown]: GetColumnData<Shown[Name]> };

/**
 * How one resource is listed. Sorts and filters are an allow-list: what is not here cannot be asked for, so a hidden
 * column cannot be guessed by ordering (reliability R15).
 */
export type ListDefinition<Shown extends Columns, Input extends ListControls> = {
  readonly table: PgTable;
  readonly id: PgColumn;
  /** What a row shows. Long texts that only the record's own page needs stay out. */
  readonly columns: Shown;
  /** Holds `searchKey` of all that the record is found by, with a space before every word, under a trigram index. */
  readonly search: PgColumn;
  /** What people type, in the spelling of the search key where that differs. */
  readonly spellSearch?: (typed: string) => string;
  /**
   * Each by columns that are never null and together unique, all in one direction. Wants an index on just these: then a
   * page costs the same at row 25 and at row 9,000,000.
   */
  readonly sorts: { readonly [Name in Input["sort"]]: readonly [PgColumn, ...PgColumn[]] };
  readonly filters: { readonly [Name in FilterName<Input>]-?: (value: NonNullable<Input[Name]>) => SQL | undefined };
  /** What the list leaves out unless a filter asks for it, such as archived records. */
  readonly unless?: (filter: FilterOf<Input>) => SQL | undefined;
  /**
   * Filters whose value does not change the best plan, as there is an index that begins with them for each order. Lists
   * under these alone are planned once a connection; any other is planned for the values it is asked for.
   */
  readonly steady?: readonly FilterName<Input>[];
  /** The rows this person may see. Part of every query below, so that no list, count, export or bulk action forgets it. */
  readonly scope: (ctx: Ctx) => SQL | undefined;
};

/** One page of the list. Refuses with `invalid_cursor`. */
export async function readPage<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  input: Input,
): Promise<Page<RowOf<Shown>>> {
  const order = orderOf(list, input);
  const cursor = input.cursor === undefined ? null : decodeCursor(input.cursor, order);
  const matching = whereOf(ctx, list, input);
  const isSteady = isSteadyOf(list, input);
  const [found, total] = await Promise.all([
    readFrom(ctx, list, { order, matching, isSteady, limit: input.limit, cursor }),
    input.count === "none" ? null : countWhere(ctx, list.table, matching, { until: input.count, isSteady }),
  ]);
  return { ...found, total };
}

const batchRows = 1000;

/**
 * Every matching row in the list's order, in batches. No transaction stays open while a client reads slowly, so a row
 * that changes its place meanwhile is met at its new one.
 */
export async function* readBatches<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  input: Input,
): AsyncGenerator<RowOf<Shown>[]> {
  const order = orderOf(list, input);
  const matching = whereOf(ctx, list, input);
  const isSteady = isSteadyOf(list, input);
  let cursor: Cursor | null = null;
  do {
    const walked: Walked<Shown> = await walk(ctx, list, { order, matching, isSteady, limit: batchRows, cursor });
    yield walked.rows;
    cursor = walked.hasMore ? { towards: "next", key: walked.lastKey! } : null;
  } while (cursor !== null);
}

/** The condition under which a row belongs to the list: scope, search and filters. */
export function whereOf<Input extends ListControls>(
  ctx: Ctx,
  list: Pick<ListDefinition<Columns, Input>, "scope" | "unless" | "search" | "spellSearch" | "filters">,
  filter: FilterOf<Input>,
): SQL | undefined {
  const values = filter as Readonly<Record<string, unknown>>;
  const conditions = Object.entries(list.filters) as [string, (value: unknown) => SQL | undefined][];
  const typed = filter.search ?? "";
  return and(
    list.scope(ctx),
    list.unless?.(filter),
    ...searchConditions(list.search, list.spellSearch?.(typed) ?? typed),
    ...conditions.map(([name, condition]) => (values[name] == null ? undefined : condition(values[name]))),
  );
}

/** Above this a search says nothing more, and each word costs. */
const searchWordsMax = 8;

/** All words must occur. One and two letters only at the start of a word, where the trigram index still helps. */
function searchConditions(column: PgColumn, search: string): SQL[] {
  const words = searchKey(search).split(" ").filter(Boolean).slice(0, searchWordsMax);
  // Nothing to escape: a search key has letters, marks and digits only.
  return words.map((word) => sql`${column} like ${word.length < 3 ? `% ${word}%` : `%${word}%`}`);
}

/** Any of the values. One value is a plain equality, under which an index keeps its order; many are one parameter. */
export function isAnyOf(column: PgColumn, values: readonly string[]): SQL {
  if (values.length === 1) return eq(column, values[0]);
  const literal = `{${values.map((value) => JSON.stringify(value)).join(",")}}`;
  return sql`${column} = any(${literal}::${sql.raw(column.getSQLType())}[])`;
}

function isSteadyOf<Input extends ListControls>(
  { filters, steady = [] }: Pick<ListDefinition<Columns, Input>, "filters" | "steady">,
  input: Input,
): boolean {
  if (input.search) return false;
  const asked = (Object.keys(filters) as FilterName<Input>[]).filter((name) => input[name] != null);
  return asked.every((name) => steady.includes(name) && !(Array.isArray(input[name]) && input[name].length > 1));
}

/** Counts to `countMax` or to the end. An exact figure of a million rows costs more than the page (admin-features 3a). */
export async function countWhere(
  ctx: Ctx,
  table: PgTable,
  matching: SQL | undefined,
  { until, isSteady = false }: { until: "capped" | "exact"; isSteady?: boolean },
): Promise<Total> {
  const where = matching ? sql`where ${matching}` : sql``;
  // Spelled out: a plan for any limit would be one for a tenth of the table.
  const limit = until === "capped" ? sql.raw(`limit ${countMax + 1}`) : sql``;
  const query = sql`select count(*)::int from (select 1 from ${table} ${where} ${limit}) as matching`;
  const [[count]] = (await readArrays(ctx.db, query, { isSteady })) as [[number]];
  const isCapped = until === "capped" && count > countMax;
  return { count: isCapped ? countMax : count, isCapped };
}

type Order = {
  readonly sort: string;
  readonly direction: "asc" | "desc";
  readonly columns: readonly [PgColumn, ...PgColumn[]];
};

function orderOf<Input extends ListControls>(list: Pick<ListDefinition<Columns, Input>, "sorts">, input: Input): Order {
  const sort = input.sort as Input["sort"];
  return { sort, direction: input.direction ?? "asc", columns: list.sorts[sort] };
}

type Walk = {
  readonly order: Order;
  readonly matching: SQL | undefined;
  readonly isSteady: boolean;
  readonly limit: number;
  /** Null begins at the end that the walk comes from. */
  readonly cursor: Cursor | null;
  readonly isBackward?: boolean;
};
type Walked<Shown extends Columns> = {
  /** In the list's order, whichever way the walk went. */
  readonly rows: RowOf<Shown>[];
  readonly firstKey: string[] | undefined;
  readonly lastKey: string[] | undefined;
  /** There are more in the direction of the walk. */
  readonly hasMore: boolean;
};

async function readFrom<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  walkTo: Walk,
): Promise<Omit<Page<RowOf<Shown>>, "total">> {
  const { cursor, order } = walkTo;
  const isBackward = cursor?.towards === "previous";
  const { rows, firstKey, lastKey, hasMore } = await walk(ctx, list, { ...walkTo, isBackward });
  if (rows.length === 0 && cursor !== null) {
    // All that lay beyond has gone since. People see the list's end on that side instead of nothing.
    return readEnd(ctx, list, { ...walkTo, cursor: null, isBackward: !isBackward });
  }
  const next = isBackward || hasMore ? lastKey : undefined;
  const previous = (isBackward ? hasMore : cursor !== null) ? firstKey : undefined;
  return { rows, ...links(order, { next, previous }) };
}

async function readEnd<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  walkTo: Walk & { isBackward: boolean },
) {
  const { rows, firstKey, lastKey, hasMore } = await walk(ctx, list, walkTo);
  const further = hasMore ? (walkTo.isBackward ? { previous: firstKey } : { next: lastKey }) : {};
  return { rows, ...links(walkTo.order, further) };
}

const links = (order: Order, { next, previous }: { next?: string[] | undefined; previous?: string[] | undefined }) => ({
  next: next === undefined ? null : encodeCursor(order, { towards: "next", key: next }),
  previous: previous === undefined ? null : encodeCursor(order, { towards: "previous", key: previous }),
});

async function walk<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  { order: { columns: ordered, direction }, matching, isSteady, limit, cursor, isBackward = false }: Walk,
): Promise<Walked<Shown>> {
  // Walking back is walking forward in the opposite order, and turning the rows round.
  const isAscending = (direction === "asc") !== isBackward;
  const { names, columns, selection } = layoutOf(list.table, list.columns, ordered);
  const where = and(matching, cursor === null ? undefined : isBeyond(ordered, cursor.key, isAscending));
  const order = ordered.map((column) => (isAscending ? asc(column) : desc(column)));
  const query = sql`${selection}${where && sql` where ${where}`} order by ${sql.join(order, sql.raw(", "))} ${sql.raw(`limit ${limit + 1}`)}`;
  const found = await readArrays(ctx.db, query, { isSteady });
  const hasMore = found.length > limit;
  if (hasMore) found.pop();
  if (isBackward) found.reverse();
  const keyOf = (values: unknown[] | undefined) =>
    values && ordered.map((column, place) => String(decoded(column, values[names.length + place])));
  return {
    rows: found.map((values) => rowFrom(names, columns, values) as RowOf<Shown>),
    firstKey: keyOf(found[0]),
    lastKey: keyOf(found.at(-1)),
    hasMore,
  };
}

type Layout = { readonly names: readonly string[]; readonly columns: readonly PgColumn[]; readonly selection: SQL };
const layouts = new WeakMap<readonly PgColumn[], WeakMap<Columns, Layout>>();

/** What is shown and, behind it, what it is ordered by. The same for every page, so it is laid out once. */
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

/** `(a, b) > (1, 2)`: one comparison of rows, for which one index over the columns is enough. */
function isBeyond(columns: readonly PgColumn[], key: readonly string[], isAscending: boolean): SQL {
  const values = columns.map((column, place) => sql`${key[place]}::${sql.raw(column.getSQLType())}`);
  const left = sql.join([...columns], sql`, `);
  return sql`(${left}) ${sql.raw(isAscending ? ">" : "<")} (${sql.join(values, sql`, `)})`;
}
