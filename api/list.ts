import { and, asc, desc, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { countMax, type ListControl, type Total } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";

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

/**
 * How one resource is listed. Sorts and filters are an allow-list: what is not here cannot be asked for, so a hidden
 * column cannot be guessed by ordering (reliability R15). Every sort wants an index on (column, id).
 */
export type ListDefinition<Table extends PgTable, Input extends ListControls> = {
  readonly table: Table;
  readonly id: PgColumn;
  /** Holds `searchKey` of all texts the record is found by, under a trigram index. */
  readonly search: PgColumn;
  /** Not-null columns. A null has no place in a keyset. */
  readonly sorts: { readonly [Name in Input["sort"]]: PgColumn };
  readonly filters: { readonly [Name in FilterName<Input>]-?: (value: NonNullable<Input[Name]>) => SQL | undefined };
  /** What the list leaves out unless a filter asks for it, such as archived records. */
  readonly unless?: (input: Input) => SQL | undefined;
  /** The rows this person may see. Part of every query below, so that no list, count, export or bulk action forgets it. */
  readonly scope: (ctx: Ctx) => SQL | undefined;
};

/** One page by keyset: the same cost at row 25 and at row 9,000,000. Refuses with `invalid_cursor`. */
export async function readPage<Table extends PgTable, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Table, Input>,
  input: Input,
): Promise<{ rows: Table["$inferSelect"][]; next: string | null; previous: string | null; total: Total | null }> {
  const matching = whereOf(ctx, list, input);
  const [found, total] = await Promise.all([
    readKeyset(ctx, list, input, matching),
    countMatching(ctx, list, input, matching),
  ]);
  return { ...found, total };
}

/** Every matching row in the list's order, in batches, without holding a transaction open while a client reads slowly. */
export async function* readBatches<Table extends PgTable, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Table, Input>,
  input: Input,
): AsyncGenerator<Table["$inferSelect"][]> {
  const matching = whereOf(ctx, list, input);
  let cursor: string | undefined;
  do {
    const page = await readKeyset(ctx, list, { ...input, limit: batchRows, cursor }, matching);
    yield page.rows;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
const batchRows = 1000;

/** The condition under which a row belongs to the list as asked: scope, search and filters. */
export function whereOf<Table extends PgTable, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Table, Input>,
  input: Input,
): SQL | undefined {
  const filters = Object.entries(list.filters) as [FilterName<Input>, (value: unknown) => SQL | undefined][];
  return and(
    list.scope(ctx),
    list.unless?.(input),
    ...searchConditions(list.search, input.search ?? ""),
    ...filters.map(([name, condition]) => (input[name] == null ? undefined : condition(input[name]))),
  );
}

const searchWordsMax = 8;

/** All words must occur. One and two letters only at the start of a word, where the trigram index still helps. */
export function searchConditions(column: SQLWrapper, search: string): SQL[] {
  const words = searchKey(search).split(" ").filter(Boolean).slice(0, searchWordsMax);
  return words.map((word) =>
    word.length < 3
      ? or(sql`${column} like ${`${word}%`}`, sql`${column} like ${`% ${word}%`}`)!
      : sql`${column} like ${`%${word}%`}`,
  );
}

async function readKeyset<Table extends PgTable, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Table, Input>,
  input: Input,
  matching: SQL | undefined,
) {
  const column = list.sorts[input.sort as Input["sort"]];
  const direction = input.direction ?? "asc";
  const cursor =
    input.cursor === undefined ? null : decodeCursor(input.cursor, { sort: input.sort, direction, column });
  const isBackward = cursor?.towards === "previous";
  // Walking back is walking forward in the opposite order, and turning the page round.
  const ascending = (direction === "asc") !== isBackward;
  const beyond =
    cursor &&
    sql`(${column}, ${list.id}) ${sql.raw(ascending ? ">" : "<")} (${cursor.value}::${sql.raw(column.getSQLType())}, ${cursor.id}::uuid)`;
  const order = ascending ? asc : desc;
  const rows = (await ctx.db
    .select()
    .from(list.table as PgTable)
    .where(and(matching, beyond ?? undefined))
    .orderBy(order(column), order(list.id))
    .limit(input.limit + 1)) as Table["$inferSelect"][];
  const hasMore = rows.length > input.limit;
  if (hasMore) rows.pop();
  if (isBackward) rows.reverse();
  const mark = (row: Table["$inferSelect"] | undefined, towards: Cursor["towards"]) =>
    row === undefined
      ? null
      : encodeCursor({
          sort: input.sort,
          direction,
          towards,
          value: valueOf(list, row, column),
          id: valueOf(list, row, list.id),
        });
  return {
    rows,
    next: isBackward || hasMore ? mark(rows.at(-1), "next") : null,
    previous: (isBackward ? hasMore : cursor !== null) ? mark(rows[0], "previous") : null,
  };
}

function valueOf(list: { table: PgTable }, row: Record<string, unknown>, column: PgColumn): string {
  const [field] = Object.entries(list.table).find(([, candidate]) => candidate === column) ?? [];
  if (field === undefined) throw new Error(`sort column ${column.name} is not part of the list's table`);
  return String(row[field]);
}

/** Stops counting at `countMax`: an exact figure of a million rows costs more than the page (admin-features 3a). */
async function countMatching<Table extends PgTable, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Table, Input>,
  input: Input,
  matching: SQL | undefined,
): Promise<Total | null> {
  if (input.count === "none") return null;
  const limit = input.count === "capped" ? sql`limit ${countMax + 1}` : sql``;
  const where = matching ? sql`where ${matching}` : sql``;
  const result = await ctx.db.execute(
    sql`select count(*)::int as count from (select 1 from ${list.table} ${where} ${limit}) as matching`,
  );
  const count = (result as unknown as { rows: { count: number }[] }).rows[0]!.count;
  const isCapped = input.count === "capped" && count > countMax;
  return { count: isCapped ? countMax : count, isCapped };
}

type Cursor = { sort: string; direction: "asc" | "desc"; towards: "next" | "previous"; value: string; id: string };

const encodeCursor = ({ sort, direction, towards, value, id }: Cursor) =>
  encodeBase64Url(JSON.stringify([sort, direction, towards, value, id]));

function decodeCursor(text: string, asked: { sort: string; direction: Cursor["direction"]; column: PgColumn }): Cursor {
  const parts = parseCursor(text);
  if (parts.length !== 5 || !parts.every((part) => typeof part === "string")) throw commonRefusals.invalid_cursor();
  const [cursorSort, cursorDirection, towards, value, id] = parts as [string, string, string, string, string];
  const isOurs = cursorSort === asked.sort && cursorDirection === asked.direction && /^(next|previous)$/.test(towards);
  if (!isOurs || !uuidPattern.test(id) || !isValueOf(asked.column, value)) throw commonRefusals.invalid_cursor();
  return { sort: asked.sort, direction: asked.direction, towards: towards as Cursor["towards"], value, id };
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A cursor comes from outside: what PostgreSQL could not cast must end here and not as a fault. */
function isValueOf(column: PgColumn, value: string): boolean {
  const type = column.getSQLType();
  if (type.startsWith("timestamp")) return !Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  if (/int|serial/.test(type)) return /^-?\d{1,18}$/.test(value);
  return !value.includes("\0");
}

function parseCursor(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(decodeBase64Url(text));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const encodeBase64Url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const decodeBase64Url = (text: string) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)),
  );
