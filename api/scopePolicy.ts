import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { RowLimit, ScopeKind } from "#base/grants.ts";

/**
 * How the rows of a resource are limited by scope. One declaration serves its lists, counts, pickers, bulk actions,
 * exports, its part of the audit log, and the explanation of a user's rights.
 */
export type ScopePolicy = {
  /** The name in its permissions and audit entries: `brands`. */
  readonly resource: string;
  readonly table: PgTable;
  readonly id: PgColumn;
  /** The user who created a row. Without it, the `own` limit is not available. */
  readonly own?: PgColumn;
  /**
   * Every signed-in user may read and change all rows, whatever was granted, such as the shared address book
   * (demo-apps A3).
   */
  readonly isShared?: true;
  /** For each kind of scope, the column with its target, or a condition over the targets, such as a subtree. */
  readonly by: { readonly [Kind in ScopeKind]?: PgColumn | ((targets: readonly string[]) => SQL) };
  /**
   * The columns by which users name and find a row (`ListDefinition.search`). Without it, rights can't be explained for
   * a single row.
   */
  readonly label?: { readonly title: PgColumn; readonly code?: PgColumn; readonly search: PgColumn };
};

/** The limits under which a resource can be granted. */
export const limitsOf = (rows: ScopePolicy | undefined): RowLimit[] => [
  "all",
  ...(rows && Object.keys(rows.by).length > 0 ? (["scope"] as const) : []),
  ...(rows?.own ? (["own"] as const) : []),
];
