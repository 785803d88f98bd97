import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Operation } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { type FilterOf, type ListControls, type ListDefinition, whereOf } from "#api/list.ts";

/** How the records of an area are found by the command palette, with the search and the scope of their list. */
export type Searchable = {
  /** The resource in permissions and audit entries: `brands`. */
  readonly resource: string;
  readonly list: (ctx: Ctx) => SearchedList;
  /** The operation of the list: callers find what they may list. */
  readonly operation: Operation;
  readonly title: PgColumn;
  /** The title by language. */
  readonly titleI18n?: PgColumn;
  /** The column that the title begins with, in the order of the list: `searchKey` of the title, indexed. */
  readonly titleKey: PgColumn;
  /** How the title's key is computed, if not by `searchKey`. */
  readonly keyOf?: (typed: string) => string;
  readonly subtitle: PgColumn;
  /** The condition for the record with exactly this code; undefined if the text is none. Needs an index. */
  readonly exactly: (typed: string) => SQL | undefined;
  /** Whether nothing but `exactly` can find this text: then the search of the list, which takes longer, is left out. */
  readonly isWhole?: (typed: string) => boolean;
  /** The address of a record's page. */
  readonly url: (id: string) => `/${string}`;
};

/** What the palette needs of a list, as this caller sees it. */
export type SearchedList = {
  readonly table: PgTable;
  readonly id: PgColumn;
  /** Converts what users type to the spelling of the search key. */
  readonly spell: (typed: string) => string;
  /** The condition for the rows that the caller may see, and that a text in that spelling finds. */
  readonly where: (spelled?: string) => SQL | undefined;
};

export function searchedList<Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  { spellSearch, ...list }: ListDefinition<Shown, Input>,
): SearchedList {
  const { table, id } = list;
  const where: SearchedList["where"] = (search) => whereOf(ctx, list, { search } as FilterOf<Input>);
  return { table, id, spell: spellSearch ?? ((typed) => typed), where };
}

/**
 * The condition for a code such as `BR-00012`, in any spelling: `br 12`, `BR12`. Without the letters it must have at
 * least five digits, as every area has a record 12.
 */
export function hasCode(number: PgColumn, letters: string): Searchable["exactly"] {
  const pattern = new RegExp(`^(?:${letters} ?\\d{1,15}|\\d{5,12})$`, "i");
  return (typed) => {
    const key = searchKey(typed);
    return pattern.test(key) ? eq(number, sql`${key.replaceAll(/\D/g, "")}::bigint`) : undefined;
  };
}
