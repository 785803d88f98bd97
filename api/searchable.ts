import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Operation } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import type { ListDefinition } from "#api/list.ts";

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
  /** The address of a record's page. */
  readonly url: (id: string) => `/${string}`;
};

export type SearchedList = Pick<
  // Only `whereOf` reads it, whatever its input and columns are.
  // oxlint-disable-next-line typescript/no-explicit-any -- the filters of each list have types of their own
  ListDefinition<Columns, any>,
  "table" | "id" | "search" | "spellSearch" | "filters" | "unless" | "scope"
>;

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
