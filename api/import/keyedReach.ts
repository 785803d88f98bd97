import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Permission } from "#base/contract.ts";
import { changesBetween } from "#api/audit.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import type { KeyedRow } from "#api/import/keyedRows.ts";
import type { CheckedRow } from "#api/importer.ts";
import { importReach, reachProblems } from "#api/importScope.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

type KeyedScope<Values> = {
  readonly rows: ScopePolicy;
  readonly table: PgTable;
  /** The permission to update in the form. */
  readonly update: Permission;
  /** The records that rows may update, by id. */
  readonly known: ReadonlyMap<string, { readonly id: string; readonly status: string } & Values>;
  /** The field that shows problems with the whole row. */
  readonly keyField: string;
  /** The values of a new record before anyone fills them in. */
  readonly empty: Values;
};

/** The same rows, with those refused that the caller could not write in the form: by scope, or by field permission. */
export async function refuseOutOfReach<Values extends object>(
  ctx: Ctx,
  checked: readonly CheckedRow<KeyedRow<Values>>[],
  { rows, table, update, known, keyField, empty }: KeyedScope<Values>,
): Promise<CheckedRow<KeyedRow<Values>>[]> {
  const written = checked.flatMap((row) => (row.outcome === "bad" || row.outcome === "unchanged" ? [] : [row]));
  const columns: Columns = getTableColumns(table);
  const reach = await importReach(ctx, rows, {
    update,
    known: written.flatMap(({ values: { id } }) => id ?? []),
    added: written.flatMap(({ rowNumber, values: { id, whole } }) =>
      id === null ? [{ rowNumber, columns: byColumnName(whole, columns) }] : [],
    ),
  });
  return checked.map((row) => {
    if (row.outcome === "bad" || row.outcome === "unchanged") return row;
    const { id, patch, whole } = row.values;
    const before = id === null ? null : known.get(id)!;
    const changes = before === null ? changesBetween(empty as Plain, whole as Plain) : changesBetween(before, patch);
    const checkedRows = { rowNumber: row.rowNumber, key: keyField, before, changes };
    const problems = reachProblems(ctx, rows, reach, checkedRows, (field) => field);
    return problems.length === 0 ? row : { rowNumber: row.rowNumber, outcome: "bad", problems };
  });
}

type Plain = Readonly<Record<string, unknown>>;

const byColumnName = (values: object, columns: Columns): Plain =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (columns[name] ? [[columns[name].name, value]] : [])),
  );
