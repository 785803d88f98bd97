import { getTableName, sql } from "drizzle-orm";
import type { Permission } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { deniedFields, isDeniedAny, reachedBy } from "#api/decisions.ts";
import type { CellProblem } from "#api/importer.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/** What an importer checks before each row, so that an import refuses what the form refuses. */
export type ImportReach = {
  /** Whether the caller may update this record of those that the file names. */
  readonly mayUpdate: (id: string) => boolean;
  /** Whether a new record would be inside the caller's scope. */
  readonly isInside: (rowNumber: number) => boolean;
  /** Whether any new record could be refused, so that each must be checked. */
  readonly isLimited: boolean;
};

/** A new record by column name, with the columns that its scope depends on. */
export type NewRow = { readonly rowNumber: number; readonly columns: Readonly<Record<string, unknown>> };

/** `update` is the permission to update in the form. New rows are checked with the permission to import. */
export async function importReach(
  ctx: Ctx,
  rows: ScopePolicy,
  {
    update,
    known,
    added,
  }: { readonly update: Permission; readonly known: readonly string[]; readonly added: readonly NewRow[] },
): Promise<ImportReach> {
  const updatable = await reachedBy(ctx, rows, update, known);
  const inside = await insideAmong(ctx, rows, added);
  return {
    mayUpdate: (id) => updatable.has(id),
    isInside: (rowNumber) => inside?.has(rowNumber) ?? true,
    isLimited: inside !== null || isDeniedAny(ctx, rows.resource),
  };
}

/** Null: all of them. */
async function insideAmong(ctx: Ctx, rows: ScopePolicy, added: readonly NewRow[]): Promise<ReadonlySet<number> | null> {
  const scope = scopeCondition(ctx, rows);
  if (scope === undefined || added.length === 0) return null;
  const table = sql.identifier(getTableName(rows.table));
  const own = rows.own ? { [rows.own.name]: ctx.actor?.userId } : {};
  const json = JSON.stringify(added.map(({ rowNumber, columns }) => ({ rowNumber, columns: { ...own, ...columns } })));
  // Aliased with the table's own name, which the condition uses for its columns.
  const found = await ctx.db.execute(sql`
    select (candidate.value ->> 'rowNumber')::int as row
      from jsonb_array_elements(${json}::jsonb) as candidate (value)
     cross join lateral jsonb_populate_record(null::${table}, candidate.value -> 'columns') as ${table}
     where ${scope}`);
  return new Set((found as { rows: { row: number }[] }).rows.map(({ row }) => row));
}

type Candidate = {
  readonly rowNumber: number;
  /** The column that identifies the record, which shows problems with the row. */
  readonly key: string;
  /** Null: a new record. */
  readonly before: { readonly id: string; readonly status: string } | null;
  readonly changes: Readonly<Record<string, unknown>>;
};

/** Problems of a row that come from the caller's rights. `fieldOf` names the file's column for a field. */
export function reachProblems(
  ctx: Ctx,
  { resource }: ScopePolicy,
  reach: ImportReach,
  { rowNumber, key, before, changes }: Candidate,
  fieldOf: (name: string) => string,
): CellProblem[] {
  const isChanged = Object.keys(changes).length > 0;
  if (before !== null && !isChanged) return [];
  if (before !== null && !reach.mayUpdate(before.id)) return [{ field: key, code: "update_not_permitted" }];
  if (before === null && !reach.isInside(rowNumber)) return [{ field: key, code: "outside_scope" }];
  return deniedFields(ctx, resource, { status: before?.status ?? null, changes }).map(({ field, permission }) => ({
    field: fieldOf(field),
    code: "field_not_permitted",
    params: { permission },
  }));
}
