import { and, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { FilterGroup } from "#base/filterGroup.ts";
import { countMax, type ListControl, type Page, type Total } from "#base/list.ts";
import { searchedWithin, searchKey } from "#base/searchKey.ts";
import type { Columns, RowOf } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { type Cursor, decodeCursor, encodeCursor } from "#api/cursor.ts";
import { type Order, type KeysetQuery, type KeysetPage, readKeysetPage } from "#api/keyset.ts";
import { readShared } from "#api/statements.ts";

/** The input fields that every list has (`listInput`). */
export type ListControls = {
  readonly search?: string | undefined;
  readonly any?: readonly FilterGroup[] | undefined;
  readonly sort: string;
  readonly direction?: "asc" | "desc" | undefined;
  readonly sortLanguage?: "ar" | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly count: "capped" | "exact" | "none";
};
type FilterName<Input> = Exclude<keyof Input, ListControl>;

/** Search and filters of a list, without order and page. */
export type FilterOf<Input> = {
  readonly search?: string | undefined;
  readonly any?: readonly FilterGroup[] | undefined;
} & {
  readonly [Name in FilterName<Input>]?: Input[Name] | undefined;
};

type FilterConditions<Input> = {
  readonly [Name in FilterName<Input>]-?: (value: NonNullable<Input[Name]>, ctx: Ctx) => SQL | undefined;
};

/**
 * How a resource is listed. Sorts and filters are an allow-list: nothing else can be requested, so the values of a
 * hidden column can't be found out by ordering (reliability R15).
 */
export type ListDefinition<Shown extends Columns, Input extends ListControls> = {
  readonly table: PgTable;
  /**
   * Read instead of the table, under its name: the table with a computed column that the list is ordered by. Contains
   * each row that the filters match once; such an order reads all of these for each page.
   */
  readonly from?: SQL;
  readonly id: PgColumn;
  /** The columns of a row. Leave out long texts that only the record's own page needs. */
  readonly columns: Shown;
  /**
   * The column with the `searchKey` of all searchable texts, a space before every word, and a trigram index. Or a
   * function that returns the condition for a typed text, if such an index would make writes too expensive.
   */
  readonly search: PgColumn | ((typed: string) => SQL | undefined);
  /** Converts what users type to the spelling of the search key where that differs. */
  readonly spellSearch?: (typed: string) => string;
  /**
   * Each sorts by columns that are never null and together unique, all in one direction. Needs an index on exactly
   * these: then a page costs the same at row 25 and at row 9,000,000. With `sortLanguage=ar`, a column `x_ar` of the
   * table replaces the column `x`, and needs the same indexes.
   */
  readonly sorts: { readonly [Name in Input["sort"]]: readonly [PgColumn, ...PgColumn[]] };
  readonly filters: FilterConditions<Input>;
  /** The conditions in groups, if `filters` were replaced by conditions for one input. */
  readonly groupFilters?: FilterConditions<Input> | undefined;
  /** What the list leaves out unless a filter asks for it, such as archived records. */
  readonly unless?: (filter: FilterOf<Input>) => SQL | undefined;
  /**
   * Filters whose value does not change the best plan, as each order has an index that starts with them. Lists with
   * only these filters are planned once per connection; any other is planned for its values.
   */
  readonly steady?: readonly FilterName<Input>[];
  /**
   * A filter whose values are read separately, each in order, and merged: for values that correlate with the order, as
   * drafts are usually recent. With several values no index has the order, and the planner underestimates the time to
   * find the first rows.
   */
  readonly splitBy?: FilterName<Input>;
  /**
   * The rows that the caller may see. Part of every query below, so that no list, count, export or bulk action forgets
   * it.
   */
  readonly scope: (ctx: Ctx) => SQL | undefined;
};

/** One page of the list. Refuses with `invalid_cursor`. */
export async function readPage<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  input: Input,
): Promise<Page<RowOf<Shown>>> {
  const requested = keysetQueryOf(ctx, list, input);
  const cursor = input.cursor === undefined ? null : decodeCursor(input.cursor, requested.order);
  const counting =
    input.count === "none"
      ? null
      : countWhere(ctx, list.table, whereOf(ctx, list, input), {
          until: input.count,
          hasStablePlan: requested.hasStablePlan,
        });
  const findsFirst = isOfLastNames(input, requested.order) && (await counting)?.isCapped === false;
  const [found, total] = await Promise.all([
    readFrom(ctx, { ...requested, limit: input.limit, cursor, findsFirst }),
    counting,
  ]);
  return { ...found, total };
}

/**
 * Whether a search is for names that come last in the order: those of other scripts follow all Latin ones. The planner
 * takes them as spread evenly, and would read a hundred thousand Latin names before the first match.
 */
const isOfLastNames = (
  { search = "", cursor, direction = "asc" }: ListControls,
  { columns: [first] }: Order,
): boolean =>
  cursor === undefined &&
  direction === "asc" &&
  first.name === "sort_key" &&
  /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(search);

const batchRows = 1000;

/**
 * Every matching row in the list's order, in batches, each with the cursor of the next one. No transaction stays open
 * while a client reads slowly, so a row that moves in the meantime is read at its new position.
 */
export async function* readBatches<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  input: Input,
  after?: string,
): AsyncGenerator<{ readonly rows: RowOf<Shown>[]; readonly next: string | null }> {
  const requested = keysetQueryOf(ctx, list, input);
  const { order } = requested;
  let cursor: Cursor | null = after === undefined ? null : decodeCursor(after, order);
  do {
    const walked: KeysetPage<Shown> = await readKeysetPage(ctx.db, { ...requested, limit: batchRows, cursor });
    cursor = walked.hasMore ? { towards: "next", key: walked.lastKey! } : null;
    yield { rows: walked.rows, next: cursor && encodeCursor(order, cursor) };
  } while (cursor !== null);
}

type Narrowing<Input extends ListControls> = Pick<
  ListDefinition<Columns, Input>,
  "scope" | "unless" | "search" | "spellSearch" | "filters" | "groupFilters"
>;

/** The number of rows of the list, counted up to `max`. */
export async function countUpTo<Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Columns, Input>,
  input: Input,
  max: number,
): Promise<number> {
  const { count } = await countWhere(ctx, list.table, whereOf(ctx, list, input), { until: max });
  return count;
}

/** The condition for rows of the list: scope, search, filters, and any of the groups of filters. */
export const whereOf = <Input extends ListControls>(
  ctx: Ctx,
  list: Narrowing<Input>,
  filter: FilterOf<Input>,
): SQL | undefined => and(commonCondition(ctx, list, filter), or(...groupConditions(ctx, list, filter)));

/** What every row matches, whatever its group. */
function commonCondition<Input extends ListControls>(
  ctx: Ctx,
  list: Narrowing<Input>,
  filter: FilterOf<Input>,
): SQL | undefined {
  const typed = list.spellSearch?.(filter.search ?? "") ?? filter.search ?? "";
  return and(
    list.scope(ctx),
    filter.any ? undefined : list.unless?.(filter),
    ...(typeof list.search === "function" ? [list.search(typed)] : searchConditions(list.search, typed)),
    filterConditions(ctx, list.filters, filter),
  );
}

/** One condition for each group. A group may ask for what the list leaves out otherwise, such as archived records. */
const groupConditions = <Input extends ListControls>(
  ctx: Ctx,
  { unless, filters, groupFilters = filters }: Narrowing<Input>,
  { any = [], ...filter }: FilterOf<Input>,
): SQL[] =>
  any.map(
    (group) =>
      and(unless?.({ ...filter, ...group } as FilterOf<Input>), filterConditions(ctx, groupFilters, group)) ??
      sql`true`,
  );

function filterConditions(ctx: Ctx, filters: object, filter: object): SQL | undefined {
  const values = filter as Readonly<Record<string, unknown>>;
  const conditions = Object.entries(filters) as [string, (value: unknown, ctx: Ctx) => SQL | undefined][];
  return and(
    ...conditions.map(([name, condition]) => (values[name] == null ? undefined : condition(values[name], ctx))),
  );
}

/** More words do not narrow a search, and each costs time. */
const searchWordsMax = 8;

/**
 * All words must occur. Words of one or two letters match only at the start of a word, where the trigram index still
 * helps.
 */
function searchConditions(column: PgColumn, search: string): SQL[] {
  const words = searchKey(search).split(" ").filter(Boolean).slice(0, searchWordsMax);
  // No escaping needed: a search key contains only letters, marks and digits.
  return words.map((word) => sql`${column} like ${word.length < searchedWithin ? `% ${word}%` : `%${word}%`}`);
}

/**
 * Matches any of the values. One value is a plain equality, so that an index keeps its order; several are one
 * parameter.
 */
export function isAnyOf(column: PgColumn, values: readonly string[]): SQL {
  if (values.length === 1) return eq(column, values[0]);
  const literal = `{${values.map((value) => JSON.stringify(value)).join(",")}}`;
  return sql`${column} = any(${literal}::${sql.raw(column.getSQLType())}[])`;
}

/** Everything about the list but the page. */
function keysetQueryOf<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  input: Input,
): Omit<KeysetQuery<Shown>, "limit" | "cursor"> {
  return {
    table: list.table,
    from: list.from,
    shown: list.columns,
    order: orderOf(list, input),
    branches: branchesOf(ctx, list, input),
    hasStablePlan: keepsPlan(list, input),
  };
}

function orderOf<Input extends ListControls>(
  { table, sorts }: Pick<ListDefinition<Columns, Input>, "table" | "sorts">,
  { sort, direction = "asc", sortLanguage }: Input,
): Order {
  const original = sorts[sort as Input["sort"]];
  const columns = sortLanguage === "ar" ? arabicOrder(table, original) : original;
  // The name goes into the cursors, so that one of another language is refused.
  return { sort: columns === original ? sort : `${sort}:ar`, direction, columns };
}

/** By the original columns. The same array each time, as keyset.ts caches by it. */
const arabicOrders = new WeakMap<Order["columns"], Order["columns"]>();

/** The order by the Arabic columns of the table; the original array if it has none. */
function arabicOrder(table: PgTable, original: Order["columns"]): Order["columns"] {
  const known = arabicOrders.get(original);
  if (known) return known;
  const byName = new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column]));
  const [first, ...rest] = original.map((column) => byName.get(`${column.name}_ar`) ?? column);
  const columns: Order["columns"] = [first!, ...rest];
  const found = columns.every((column, place) => column === original[place]) ? original : columns;
  arabicOrders.set(original, found);
  return found;
}

function branchesOf<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  input: Input,
): (SQL | undefined)[] {
  if (input.any !== undefined && input.any.length > 1) return groupBranches(ctx, list, input);
  const { splitBy } = list;
  const values: unknown = splitBy === undefined || input.search ? undefined : input[splitBy];
  if (!Array.isArray(values) || values.length < 2) return [whereOf(ctx, list, input)];
  return [...new Set(values)].map((value) => whereOf(ctx, list, { ...input, [splitBy!]: [value] }));
}

/** Each group excludes those before it, so that no row appears twice. `is not true`: a condition may be null. */
function groupBranches<Input extends ListControls>(ctx: Ctx, list: Narrowing<Input>, input: Input): SQL[] {
  const common = commonCondition(ctx, list, input);
  const groups = groupConditions(ctx, list, input);
  return groups.map((group, place) => {
    const others = groups.slice(0, place).map((before) => sql`(${before}) is not true`);
    return and(common, sql`(${group})`, ...others)!;
  });
}

function keepsPlan<Input extends ListControls>(
  { filters, steady = [], splitBy }: Pick<ListDefinition<Columns, Input>, "filters" | "steady" | "splitBy">,
  input: Input,
): boolean {
  if (input.search || input.any) return false;
  const requested = (Object.keys(filters) as FilterName<Input>[]).filter((name) => input[name] != null);
  const isSingle = (value: unknown) => !Array.isArray(value) || value.length === 1;
  return requested.every((name) => steady.includes(name) && (name === splitBy || isSingle(input[name])));
}

/**
 * Counts to `countMax`, to another number or to the end. An exact count of a million rows costs more than the page
 * (admin-features 3a).
 */
export async function countWhere(
  ctx: Ctx,
  table: PgTable,
  matching: SQL | undefined,
  { until, hasStablePlan = false }: { until: "capped" | "exact" | number; hasStablePlan?: boolean },
): Promise<Total> {
  const max = until === "exact" ? Infinity : until === "capped" ? countMax : until;
  const where = matching ? sql`where ${matching}` : sql``;
  // A literal, because a plan for any limit assumes a tenth of the table.
  const limit = max === Infinity ? sql`` : sql.raw(`limit ${max + 1}`);
  const query = sql`select count(*)::int from (select 1 from ${table} ${where} ${limit}) as matching`;
  const [[count]] = (await readShared(ctx.db, query, { hasStablePlan })) as [[number]];
  const isCapped = count > max;
  return { count: isCapped ? max : count, isCapped };
}

/** The number of matching rows for each value of a column, each capped like a list's total. */
export async function countEach<Value extends string>(
  ctx: Ctx,
  table: PgTable,
  matching: SQL | undefined,
  { column, values }: { column: PgColumn; values: readonly Value[] },
): Promise<Record<Value, Total>> {
  const requested = sql.join(
    values.map((value) => sql`(${value})`),
    sql`, `,
  );
  const result = await ctx.db.execute(sql`
    select wanted.value,
           (select count(*)::int
              from (select 1
                      from ${table}
                     where ${and(matching, eq(column, sql`wanted.value`))}
                     limit ${countMax + 1}) as matching) as count
      from (values ${requested}) as wanted (value)`);
  const { rows } = result as { rows: { value: Value; count: number }[] };
  const totals = rows.map(({ value, count }) => [
    value,
    { count: Math.min(count, countMax), isCapped: count > countMax },
  ]);
  return Object.fromEntries(totals) as Record<Value, Total>;
}

async function readFrom<Shown extends Columns>(
  ctx: Ctx,
  requested: KeysetQuery<Shown>,
): Promise<Omit<Page<RowOf<Shown>>, "total">> {
  const { cursor, order } = requested;
  const isBackward = cursor?.towards === "previous";
  const { rows, firstKey, lastKey, hasMore } = await readKeysetPage(ctx.db, { ...requested, isBackward });
  if (rows.length === 0 && cursor !== null) {
    // All rows on that side are gone by now. Show the list's end instead of nothing.
    return readEnd(ctx, { ...requested, cursor: null, isBackward: !isBackward });
  }
  const next = isBackward || hasMore ? lastKey : undefined;
  const previous = (isBackward ? hasMore : cursor !== null) ? firstKey : undefined;
  return { rows, ...links(order, { next, previous }) };
}

async function readEnd<Shown extends Columns>(ctx: Ctx, requested: KeysetQuery<Shown> & { isBackward: boolean }) {
  const { rows, firstKey, lastKey, hasMore } = await readKeysetPage(ctx.db, requested);
  const further = hasMore ? (requested.isBackward ? { previous: firstKey } : { next: lastKey }) : {};
  return { rows, ...links(requested.order, further) };
}

const links = (order: Order, { next, previous }: { next?: string[] | undefined; previous?: string[] | undefined }) => ({
  next: next === undefined ? null : encodeCursor(order, { towards: "next", key: next }),
  previous: previous === undefined ? null : encodeCursor(order, { towards: "previous", key: previous }),
});
