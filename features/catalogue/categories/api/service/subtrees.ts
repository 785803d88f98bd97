import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isAnyOf } from "#api/list.ts";
import { categoryClosureTable } from "#features/catalogue/categories/api/tables.ts";

/** That a column names one of these categories or one below them: for row scopes and for filters of other areas. */
export const inSubtrees = (column: PgColumn, categoryIds: readonly string[]): SQL =>
  sql`${column} in (select ${categoryClosureTable.descendantId} from ${categoryClosureTable}
                     where ${isAnyOf(categoryClosureTable.ancestorId, categoryIds)})`;
