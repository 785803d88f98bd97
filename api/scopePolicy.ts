import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { RowLimit, ScopeKind } from "#base/grants.ts";

/**
 * How the rows of a resource are told apart by whom they concern. One declaration serves its lists, counts, pickers,
 * bulk actions, exports, its part of the audit log, and the question why somebody may or may not.
 */
export type ScopePolicy = {
  /** As in its permissions and its audit entries: `brands`. */
  readonly resource: string;
  readonly table: PgTable;
  readonly id: PgColumn;
  /** The person who made a row. Without it nobody can be granted just their own. */
  readonly own?: PgColumn;
  /** For each kind of scope the column that holds its target, or a condition over the targets, such as a subtree. */
  readonly by: { readonly [Kind in ScopeKind]?: PgColumn | ((targets: readonly string[]) => SQL) };
  /** What people call a row and find it by (`ListDefinition.search`). Without it nobody can ask about one row. */
  readonly label?: { readonly title: PgColumn; readonly code?: PgColumn; readonly search: PgColumn };
};

/** The limits under which a resource can be granted. */
export const limitsOf = (rows: ScopePolicy | undefined): RowLimit[] => [
  "all",
  ...(rows && Object.keys(rows.by).length > 0 ? (["scope"] as const) : []),
  ...(rows?.own ? (["own"] as const) : []),
];
